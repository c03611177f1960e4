import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { type MeetDay, momentAt } from './meet-day.ts'

type SlotDragOptions = {
  day: MeetDay
  /** Where the frame begins. */
  quarter: number
  onChoose: (at: number) => void
}

/**
 * The track's props. A mouse drags the frame from anywhere; a finger must touch the frame, so that it can scroll
 * elsewhere.
 */
export function useSlotDrag({ day, quarter, onChoose }: SlotDragOptions) {
  const track = useRef<HTMLDivElement>(null)
  // How far into the frame the pointer is, in quarters; undefined while nothing is dragged.
  const grip = useRef<number>(undefined)

  function quarterUnder({ clientX }: MouseEvent): number {
    const box = track.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return quarter
    return Math.floor(((clientX - box.left) / box.width) * day.quarters)
  }

  function grab(event: PointerEvent<HTMLDivElement>) {
    const isOnFrame = isFrame(event.target)
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isOnFrame)) return
    grip.current = isOnFrame ? quarterUnder(event) - quarter : 0
    event.currentTarget.setPointerCapture(event.pointerId)
    if (!isOnFrame) onChoose(momentAt(day, quarterUnder(event)))
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (grip.current !== undefined) onChoose(momentAt(day, quarterUnder(event) - grip.current))
  }

  function release() {
    grip.current = undefined
  }

  function tap(event: MouseEvent<HTMLDivElement>) {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent
    if (pointerType === 'touch' && !isFrame(event.target)) onChoose(momentAt(day, quarterUnder(event)))
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
