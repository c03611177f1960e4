import { useMemo } from 'react'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { createTimeFormatter, offsetMinutes } from '../clock/zone-time.ts'
import { useLocale } from '../texts/use-text.tsx'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A moment on a zone's clock as if it were UTC, both in milliseconds since 1970. */
type LocalAt = (at: number, timezone: string) => number

/** How moments of a meeting are written. Moments are in milliseconds since 1970. */
export function useMeetFormats() {
  const locale = useLocale()
  const clocks = useServiceClocks()
  return useMemo(() => {
    const localAt = (at: number, timezone: string) =>
      at + (offsetMinutes(timezone, Temporal.Instant.fromEpochMilliseconds(at), clocks) ?? 0) * MINUTE_MS
    return createFormats(locale, localAt)
  }, [locale, clocks])
}

function createFormats(locale: string, localAt: LocalAt) {
  const clock = createTimeFormatter(locale)
  const write = createWriter(locale, localAt)
  const time = write({ hour: 'numeric', minute: '2-digit' })
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return {
    /** `Tue 24 Nov, 14:00`; dates have the year if it is not this one. */
    full: write({ ...day, hour: 'numeric', minute: '2-digit' }),
    /** `Tue 24 Nov` */
    date: write(day),
    /** `Tuesday 24 November` */
    longDate: write({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** `Tue` */
    weekday: write({ weekday: 'short' }),
    /** `24` */
    dayNumber: write({ day: 'numeric' }),
    /** `14:00` */
    time,
    /** `13:00 – 14:00` */
    range: createRangeFormatter(locale, { localAt, time }),
    /** A local time in minutes since midnight. */
    minute: (minute: number) => clock(Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS), 0),
    /** The local time at a moment, in minutes since midnight. */
    minuteOf: (at: number, timezone: string) => {
      const local = localAt(at, timezone)
      return (local - Math.floor(local / DAY_MS) * DAY_MS) / MINUTE_MS
    },
    plainDate: (at: number, timezone: string) =>
      Temporal.Instant.fromEpochMilliseconds(localAt(at, timezone)).toZonedDateTimeISO('UTC').toPlainDate(),
    /** An hour for a narrow cell: `14`, and its minutes and half of the day, if any. */
    cell: createCellFormatter(locale),
  }
}

/** Adds the year to dates with a month that are not in this one. */
function createWriter(locale: string, localAt: LocalAt) {
  const thisYear = new Date().getUTCFullYear()
  return (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    const withYear = new Intl.DateTimeFormat(locale, { ...options, year: 'numeric', timeZone: 'UTC' })
    return (at: number, timezone: string) => {
      const local = localAt(at, timezone)
      const isThisYear = options.month === undefined || new Date(local).getUTCFullYear() === thisYear
      return (isThisYear ? format : withYear).format(local)
    }
  }
}

function createRangeFormatter(
  locale: string,
  { localAt, time }: { localAt: LocalAt; time: (at: number, timezone: string) => string },
) {
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return (at: number, minutes: number, timezone: string) => {
    const end = at + minutes * MINUTE_MS
    const [from, until] = [localAt(at, timezone), localAt(end, timezone)]
    // Over midnight, it would add the dates; where clocks go back, it may end before it begins.
    const isPlain = from < until && Math.floor(from / DAY_MS) === Math.floor(until / DAY_MS)
    return isPlain ? clock.formatRange(from, until) : `${time(at, timezone)} – ${time(end, timezone)}`
  }
}

export type MeetFormats = ReturnType<typeof useMeetFormats>

function createCellFormatter(
  locale: string,
): (minute: number) => { hour: string; minute: string; half: string } {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return (minute) => {
    const parts = format.formatToParts(minute * MINUTE_MS)
    const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
    return {
      // In 24 hours, 9 reads better than 09 here.
      hour: part('hour').replace(/^0(?=.)/, ''),
      minute: minute % 60 === 0 ? '' : part('minute'),
      half: part('dayPeriod').toLocaleLowerCase(locale),
    }
  }
}
