import { DAY_MS } from '../clock/span.ts'

/** Names a day, counted from 1970, beside the reader's own at the same moment. Empty if it is the same. */
export type DayFormat = (moment: { day: number; today: number; isNow: boolean }) => string

/** `tomorrow`; for another time than now, when that would be ambiguous, `Sunday`. */
export function createDayFormat(locale: string): DayFormat {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return ({ day, today, isNow }) => {
    if (day === today) return ''
    return isNow ? relative.format(day - today, 'day') : weekday.format(day * DAY_MS)
  }
}
