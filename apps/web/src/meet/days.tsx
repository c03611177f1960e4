import { useLocale } from '../texts/use-text.tsx'
import { DayChoice } from './day-choice.tsx'
import { HORIZON_DAYS } from './rank-times.ts'
import type { Meeting } from './use-meeting.ts'

const DAY_MS = 24 * 3_600_000

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
