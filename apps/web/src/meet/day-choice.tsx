import { useId } from 'react'
import { DAY_MS } from '../clock/span.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import { useCurrentInSight } from '../ui/use-current-in-sight.ts'
import { HORIZON_DAYS } from './rank-times.ts'
import type { MeetFormats } from './use-meet-formats.ts'
import type { Meeting } from './use-meeting.ts'

type DayChoiceProps = {
  /** The moments that can be chosen, in milliseconds since 1970: one for each day. */
  starts: readonly number[]
  formats: MeetFormats
  timezone: string
  isChosen: (start: number) => boolean
  /** What the first one is called if it is today. */
  today?: string | undefined
  /** Marked as days that suit everyone. */
  isGood?: (start: number) => boolean
  onChoose: (start: number) => void
}

/** Days side by side, one of them chosen: by pointer or arrow keys. */
export function DayChoice({ starts, formats, timezone, today, isChosen, isGood, onChoose }: DayChoiceProps) {
  const t = useViewText()
  const name = useId()
  const row = useCurrentInSight<HTMLFieldSetElement>(starts.find(isChosen))
  return (
    <fieldset ref={row} className="days">
      <legend className="sr-only">{t('meet.day')}</legend>
      {starts.map((start, index) => (
        <label key={start} className="day">
          <input
            type="radio"
            name={name}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            aria-label={formats.longDate(start, timezone)}
            checked={isChosen(start)}
            onChange={() => onChoose(start)}
          />
          <span
            aria-hidden="true"
            className="text-soft text-xs/[1.2] first-letter:uppercase peer-checked:text-inherit"
          >
            {index === 0 && today ? today : formats.weekday(start, timezone)}
          </span>
          <span
            aria-hidden="true"
            className="font-medium text-[0.9375rem] tabular-nums max-[700px]:text-[1.125rem]"
          >
            {formats.dayNumber(start, timezone)}
          </span>
          {isGood && <span aria-hidden="true" className={isGood(start) ? 'day-dot day-good' : 'day-dot'} />}
        </label>
      ))}
    </fieldset>
  )
}

/** The days of the proposals. Those with a time that suits everyone have a green dot. */
export function Days({ meeting }: { meeting: Meeting }) {
  const locale = useLocale()
  const today = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day')
  const { from, now, timezone, day, goodDays, formats, showDay } = meeting
  const first = formats.dayOf(from, timezone)
  // Named by their midnights in UTC, because a zone may skip its own.
  const starts = Array.from({ length: HORIZON_DAYS }, (_, days) => (first + days) * DAY_MS)
  return (
    <DayChoice
      starts={starts}
      formats={formats}
      timezone="UTC"
      today={first === formats.dayOf(now, timezone) ? today : undefined}
      isChosen={(start) => start === day.day * DAY_MS}
      isGood={(start) => goodDays.has(start / DAY_MS)}
      onChoose={(start) => showDay(start / DAY_MS)}
    />
  )
}
