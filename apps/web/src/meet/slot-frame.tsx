import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { useViewText } from '../texts/use-text.tsx'
import { useFitTexts } from './describe-slot.ts'
import { momentAt, quarterOf } from './meet-day.ts'
import type { Meeting } from './use-meeting.ts'

const QUARTER_MINUTES = 15
const QUARTERS_PER_HOUR = 4

type SlotFrameProps = {
  meeting: Meeting
  /** True where time runs down rather than to the right. */
  isVertical: boolean
}

/** The meeting as a frame across everybody's hours, which a pointer drags, and a slider for the keyboard. */
export function SlotFrame({ meeting, isVertical }: SlotFrameProps) {
  const t = useViewText()
  const { day, moment, minutes, timezone, people, viewer, fit, formats, choose } = meeting
  const describe = useFitTexts(meeting)
  const quarter = quarterOf(day, moment)
  const drag = useSlotDrag({ meeting, quarter, isVertical })
  const length = Math.min(minutes / QUARTER_MINUTES, day.quarters - quarter)
  const end = formats.time(moment + minutes * 60_000, timezone)
  const shown = people.find(({ id }) => id === viewer)
  const whose =
    shown === undefined || shown.id === '' ? t('meet.yourTime') : t('meet.timeOf', { name: shown.name })
  const spoken = [
    t('meet.range', { start: formats.full(moment, timezone), end }),
    whose,
    describe.fit(fit),
    describe.costs(fit),
  ]

  /** Down is later here, which for a slider is up. */
  function moveDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 4, PageUp: -4 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose(momentAt(day, quarter + step))
  }

  return (
    <div
      className="slot-track"
      // Hours run left to right in every language; only the position of the track beside the names follows the page.
      style={{ '--start': quarter / day.quarters, '--size': length / day.quarters }}
      {...drag}
    >
      <input
        type="range"
        dir="ltr"
        aria-label={t('meet.moment')}
        aria-orientation={isVertical ? 'vertical' : undefined}
        aria-valuetext={spoken.filter(Boolean).join(' · ')}
        min={0}
        max={Math.max(day.quarters - 1, 0)}
        value={quarter}
        onKeyDown={isVertical ? moveDown : undefined}
        onChange={({ target }) => choose(momentAt(day, Number(target.value)))}
      />
      <div className="slot-frame" />
      <span className="slot-pill" dir="ltr" aria-hidden="true" translate="no">
        {formats.range(moment, minutes, timezone)}
      </span>
    </div>
  )
}

/**
 * The track's props. A press chooses the hour that is under it, a drag moves the frame by quarter hours. A mouse drags it
 * from anywhere; a finger must touch the frame, so that it can scroll elsewhere.
 */
function useSlotDrag({ meeting, quarter, isVertical }: SlotFrameProps & { quarter: number }) {
  const { day, choose } = meeting
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

  const hourAt = (place: number) => Math.floor(place / QUARTERS_PER_HOUR) * QUARTERS_PER_HOUR

  function grab(event: PointerEvent<HTMLDivElement>) {
    const isOnFrame = isFrame(event.target)
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isOnFrame)) return
    const place = placeOf(event)
    const start = isOnFrame ? quarter : hourAt(place)
    grip.current = place - start
    event.currentTarget.setPointerCapture(event.pointerId)
    if (!isOnFrame) choose(momentAt(day, start))
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (grip.current !== undefined) choose(momentAt(day, Math.round(placeOf(event) - grip.current)))
  }

  function release() {
    grip.current = undefined
  }

  function tap(event: MouseEvent<HTMLDivElement>) {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent
    if (pointerType === 'touch' && !isFrame(event.target)) choose(momentAt(day, hourAt(placeOf(event))))
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
