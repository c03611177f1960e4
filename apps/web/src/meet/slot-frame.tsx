import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { type MeetDay, momentAt, quarterOf } from './meet-day.ts'
import { useMeetFormats } from './use-meet-formats.ts'
import { useMeetTexts } from './use-meet-texts.ts'

const QUARTER_MINUTES = 15

type SlotFrameProps = {
  day: MeetDay
  at: number
  minutes: number
  timezone: string
  onChoose: (at: number) => void
}

/** The meeting as a frame across all rows. A mouse drags it from anywhere, a finger by itself, so that it can also scroll. */
export function SlotFrame({ day, at, minutes, timezone, onChoose }: SlotFrameProps) {
  const texts = useMeetTexts()
  const formats = useMeetFormats()
  const track = useRef<HTMLDivElement>(null)
  // How far into the frame the pointer is, in quarters; undefined while nothing is dragged.
  const grip = useRef<number>(undefined)
  const quarter = quarterOf(day, at)
  const length = minutes / QUARTER_MINUTES
  const end = formats.time(at + minutes * 60_000, timezone)

  function quarterUnder({ clientX }: MouseEvent): number {
    const box = track.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return quarter
    return Math.floor(((clientX - box.left) / box.width) * day.quarters)
  }

  function grab(event: PointerEvent<HTMLDivElement>) {
    const isOnFrame = (event.target as Element).closest('.slot-frame') !== null
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isOnFrame)) return
    grip.current = isOnFrame ? quarterUnder(event) - quarter : 0
    event.currentTarget.setPointerCapture(event.pointerId)
    if (!isOnFrame) onChoose(momentAt(day, quarterUnder(event)))
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (grip.current !== undefined) onChoose(momentAt(day, quarterUnder(event) - grip.current))
  }

  function tap(event: MouseEvent<HTMLDivElement>) {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent
    const isOnFrame = (event.target as Element).closest('.slot-frame') !== null
    if (pointerType === 'touch' && !isOnFrame) onChoose(momentAt(day, quarterUnder(event)))
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the slider inside does the same by keyboard
    <div
      ref={track}
      className="slot-track"
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={() => {
        grip.current = undefined
      }}
      onPointerCancel={() => {
        grip.current = undefined
      }}
      onClick={tap}
    >
      <input
        type="range"
        // As the hours are; the track itself is beside the names, which are where the page begins.
        dir="ltr"
        aria-label={texts.moment}
        aria-valuetext={texts.range(formats.full(at, timezone), end)}
        min={0}
        max={Math.max(day.quarters - 1, 0)}
        value={quarter}
        onChange={({ target }) => onChoose(momentAt(day, Number(target.value)))}
      />
      <div
        className="slot-frame"
        style={{
          left: `${(quarter / day.quarters) * 100}%`,
          width: `${(Math.min(length, day.quarters - quarter) / day.quarters) * 100}%`,
        }}
      />
    </div>
  )
}
