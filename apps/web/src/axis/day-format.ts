import { DAY_MS } from '../clock/span.ts'
import type { Text } from '../texts/load-texts.ts'

/** Names a day, counted from 1970, beside the reader's own at the same moment. Empty if it is the same. */
export type DayFormat = (moment: { day: number; today: number; isNow: boolean }) => string

/** `tomorrow`; for another time than now, when that would be ambiguous, `Sunday`. */
export function createDayFormat(locale: string, t: Text): DayFormat {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return ({ day, today, isNow }) => {
    const daysApart = day - today
    if (daysApart === 0) return ''
    if (!isNow) return weekday.format(day * DAY_MS)
    if (daysApart === 1) return t('people.tomorrow')
    if (daysApart === -1) return t('people.yesterday')
    // When it is 23:30 in Pago Pago, it is 0:30 two days later in Kiritimati.
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(daysApart, 'day')
  }
}
