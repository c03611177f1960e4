import { useTexts } from '../texts/use-texts.tsx'
import { type MeetDay, momentAt, quarterOf } from './meet-day.ts'
import { useMeetFormats } from './use-meet-formats.ts'
import { useSlotDrag } from './use-slot-drag.ts'

const QUARTER_MINUTES = 15

type SlotFrameProps = {
  day: MeetDay
  at: number
  minutes: number
  timezone: string
  onChoose: (at: number) => void
}

/** The meeting as a frame across all rows, which a pointer drags, and a slider for the keyboard. */
export function SlotFrame({ day, at, minutes, timezone, onChoose }: SlotFrameProps) {
  const texts = useTexts().meet
  const formats = useMeetFormats()
  const quarter = quarterOf(day, at)
  const drag = useSlotDrag({ day, quarter, onChoose })
  const length = minutes / QUARTER_MINUTES
  const end = formats.time(at + minutes * 60_000, timezone)

  return (
    <div className="slot-track" {...drag}>
      <input
        type="range"
        // Hours run left to right in every language; only the position of the track beside the names follows the page.
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
