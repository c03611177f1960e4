import { useMemo } from 'react'
import { DAY_MS, MINUTE_MS } from '../clock/span.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useTimes } from '../texts/use-text.tsx'

const DATE = { weekday: 'short', day: 'numeric', month: 'short' } as const
/** How a date is written in this year, and in another one. */
const inYears = (options: Intl.DateTimeFormatOptions) =>
  [options, { ...options, year: 'numeric' } satisfies Intl.DateTimeFormatOptions] as const
const FULL = inYears({ ...DATE, hour: 'numeric', minute: '2-digit' })
const SHORT = inYears(DATE)
const DAY = inYears({ ...DATE, month: 'long' })
const LONG = inYears({ weekday: 'long', day: 'numeric', month: 'long' })
const WEEKDAY = { weekday: 'short' } as const
const DAY_NUMBER = { day: 'numeric' } as const

/** How moments of a meeting are written on the clock of a zone. Moments are in milliseconds since 1970. */
export function useMeetFormats() {
  const times = useTimes()
  const clocks = useServiceClocks()
  return useMemo(() => {
    const localAt = (at: number, timezone: string) =>
      at + (offsetMinutes(timezone, at, clocks) ?? 0) * MINUTE_MS
    const thisYear = new Date().getUTCFullYear()
    const dated =
      ([plain, withYear]: ReturnType<typeof inYears>) =>
      (at: number, timezone: string) => {
        const local = localAt(at, timezone)
        return times.date(local, new Date(local).getUTCFullYear() === thisYear ? plain : withYear)
      }
    return {
      /** `Tue 24 Nov, 14:00` */
      full: dated(FULL),
      /** `Tue 24 Nov` */
      date: dated(SHORT),
      /** `Tue 24 November` */
      day: dated(DAY),
      /** `Tuesday 24 November` */
      longDate: dated(LONG),
      /** `Tue` */
      weekday: (at: number, timezone: string) => times.date(localAt(at, timezone), WEEKDAY),
      /** `24` */
      dayNumber: (at: number, timezone: string) => times.date(localAt(at, timezone), DAY_NUMBER),
      /** `14:00` */
      time: (at: number, timezone: string) => times.time(localAt(at, timezone)),
      /** `13:00–14:00` */
      range: (at: number, minutes: number, timezone: string) =>
        times.range(localAt(at, timezone), localAt(at + minutes * MINUTE_MS, timezone)),
      /** A local time in minutes since midnight. */
      minute: (minute: number) => times.time(minute * MINUTE_MS),
      /** The local time at a moment, in minutes since midnight. */
      minuteOf: (at: number, timezone: string) => (localAt(at, timezone) % DAY_MS) / MINUTE_MS,
      /** The local day, counted from 1970. */
      dayOf: (at: number, timezone: string) => Math.floor(localAt(at, timezone) / DAY_MS),
      /** `14`, `2p` */
      hour: (at: number, timezone: string) => times.hour(localAt(at, timezone)),
      /** An hour for a narrow cell, by the minutes since midnight. */
      cell: (minute: number) => times.cell(minute * MINUTE_MS),
    }
  }, [times, clocks])
}

export type MeetFormats = ReturnType<typeof useMeetFormats>
