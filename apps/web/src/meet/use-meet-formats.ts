import { useMemo } from 'react'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { createTimeFormatter, offsetMinutes } from '../clock/zone-time.ts'
import { useLocale } from '../texts/use-texts.tsx'

const MINUTE_MS = 60_000

/** How moments of a meeting are written. Moments are in milliseconds since 1970. */
export function useMeetFormats() {
  const locale = useLocale()
  const clocks = useServiceClocks()
  return useMemo(() => {
    const offsetAt = (at: number, timezone: string) =>
      (offsetMinutes(timezone, Temporal.Instant.fromEpochMilliseconds(at), clocks) ?? 0) * MINUTE_MS
    const time = createTimeFormatter(locale)
    const write = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      const withYear = new Intl.DateTimeFormat(locale, { ...options, year: 'numeric', timeZone: 'UTC' })
      const thisYear = new Date().getUTCFullYear()
      return (at: number, timezone: string) => {
        const local = at + offsetAt(at, timezone)
        const isThisYear = options.day === undefined || new Date(local).getUTCFullYear() === thisYear
        return (isThisYear ? format : withYear).format(local)
      }
    }
    return {
      /** `Tue 24 Nov, 14:00`; dates have the year if it is not this one. */
      full: write({
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
      }),
      /** `Tue 24 Nov` */
      date: write({ weekday: 'short', day: 'numeric', month: 'short' }),
      /** `Tuesday 24 November` */
      longDate: write({ weekday: 'long', day: 'numeric', month: 'long' }),
      /** `14:00` */
      time: write({ hour: 'numeric', minute: '2-digit' }),
      /** A local time in minutes since midnight. */
      minute: (minute: number) => time(Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS), 0),
      /** An hour for a narrow cell: `14`, and below it its minutes or half of the day, if any. */
      cell: createCellFormatter(locale),
    }
  }, [locale, clocks])
}

function createCellFormatter(locale: string): (minute: number) => { hour: string; below: string } {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return (minute) => {
    const parts = format.formatToParts(minute * MINUTE_MS)
    const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
    const below = [minute % 60 === 0 ? '' : part('minute'), part('dayPeriod').toLocaleLowerCase(locale)]
    // In 24 hours, 9 reads better than 09 here.
    return { hour: part('hour').replace(/^0(?=.)/, ''), below: below.filter(Boolean).join(' ') }
  }
}
