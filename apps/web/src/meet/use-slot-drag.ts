import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { type MeetDay, momentAt } from './meet-day.ts'

type SlotDragOptions = {
  day: MeetDay
  /** Where the frame begins. */
  quarter: number
  isVertical: boolean
  onChoose: (at: number) => void
}

/**
 * The track's props. A mouse drags the frame from anywhere; a finger must touch the frame, so that it can scroll
 * elsewhere.
 */
export function useSlotDrag({ day, quarter, isVertical, onChoose }: SlotDragOptions) {
  const track = useRef<HTMLDivElement>(null)
  // How far into the frame the pointer is, in quarters; undefined while nothing is dragged.
  const grip = useRef<number>(undefined)

  /** Where in the day the pointer is, in quarters and parts of one. */
  function placeOf({ clientX, clientY }: MouseEvent): number {
    const box = track.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return quarter
    const part = isVertical ? (clientY - box.top) / box.height : (clientX - box.left) / box.width
    return part * day.quarters
  }

  function grab(event: PointerEvent<HTMLDivElement>) {
    const isOnFrame = isFrame(event.target)
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isOnFrame)) return
    const place = placeOf(event)
    const start = isOnFrame ? quarter : Math.floor(place)
    grip.current = place - start
    event.currentTarget.setPointerCapture(event.pointerId)
    if (!isOnFrame) onChoose(momentAt(day, start))
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (grip.current !== undefined) onChoose(momentAt(day, Math.round(placeOf(event) - grip.current)))
  }

  function release() {
    grip.current = undefined
  }

  function tap(event: MouseEvent<HTMLDivElement>) {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent
    if (pointerType === 'touch' && !isFrame(event.target)) onChoose(momentAt(day, Math.floor(placeOf(event))))
  }

  return {
    ref: track,
    onPointerDown: grab,
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: release,
    onClick: tap,
  }
}

function isFrame(target: EventTarget): boolean {
  return (target as Element).closest('.slot-frame') !== null
}
