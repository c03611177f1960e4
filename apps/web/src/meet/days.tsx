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
  const first = formats.plainDate(from, timezone)
  // Named by their noons, because a zone may skip midnight.
  const noons = Array.from(
    { length: HORIZON_DAYS },
    (_, days) =>
      first.add({ days }).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).epochMilliseconds,
  )
  const dateAt = (noon: number) => formats.plainDate(noon, 'UTC')
  return (
    <DayChoice
      starts={noons}
      formats={formats}
      timezone="UTC"
      today={first.equals(formats.plainDate(now, timezone)) ? today : undefined}
      isChosen={(noon) => dateAt(noon).equals(day.date)}
      isGood={(noon) => goodDays.has(Math.floor(noon / DAY_MS))}
      onChoose={(noon) => showDay(dateAt(noon))}
    />
  )
}
