import { renamedZones } from 'virtual:renamed-zones'

const MINUTE_NANOSECONDS = 60_000_000_000

/** The offset of a zone at an instant, in minutes east of UTC; undefined where this browser does not know the zone. */
export function offsetMinutes(timezone: string, at: Temporal.Instant): number | undefined {
  const nanoseconds = inZone(timezone, at)?.offsetNanoseconds
  return nanoseconds === undefined ? undefined : nanoseconds / MINUTE_NANOSECONDS
}

/** The instant on the zone's own calendar and clock; undefined where this browser does not know the zone. */
export function inZone(timezone: string, at: Temporal.Instant): Temporal.ZonedDateTime | undefined {
  try {
    return at.toZonedDateTimeISO(timezone)
  } catch {
    return undefined
  }
}

/** A clock change: when, and by how many minutes the clock goes forward. */
export type ClockChange = { at: Temporal.ZonedDateTime; minutes: number; inDays: number }

const HORIZON_DAYS = 400

/** The zone's next clock change after an instant; undefined if there is none within about a year. */
export function nextClockChange(timezone: string, after: Temporal.Instant): ClockChange | undefined {
  const now = inZone(timezone, after)
  let at = now?.getTimeZoneTransition('next')
  while (now !== undefined && at) {
    const minutes =
      (at.offsetNanoseconds - at.subtract({ nanoseconds: 1 }).offsetNanoseconds) / MINUTE_NANOSECONDS
    const inDays = now.toPlainDate().until(at.toPlainDate()).days
    if (inDays > HORIZON_DAYS) return undefined
    if (minutes !== 0) return { at, minutes, inDays }
    // A transition may change only the abbreviation or the rules.
    at = at.getTimeZoneTransition('next')
  }
  return undefined
}

/** `UTC+5:30`, `UTC−3`, `UTC`. */
export function formatOffset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** Writes the time of day in the reader's format, from an offset: a formatter per zone is a hundred times as slow. */
export function createTimeFormatter(locale: string): (at: Temporal.Instant, offset: number) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  return (at, offset) => format.format(at.epochMilliseconds + offset * 60_000)
}

/** The place that a zone is named after: `Buenos Aires` for `America/Argentina/Buenos_Aires`. */
export function cityOf(timezone: string): string {
  return readable(timezone.split('/').at(-1) ?? timezone)
}

/** `America/New York`. */
export function readable(timezone: string): string {
  return timezone.replaceAll('_', ' ')
}

/** The browser's own zone, by its name today: browsers still report Europe/Kiev and Asia/Calcutta. */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return renamedZones[timeZone] ?? timeZone
}

/** `CET`, `EDT`; undefined where the language has none and would write `GMT+9`. */
export function zoneAbbreviation(there: Temporal.ZonedDateTime, locale: string): string | undefined {
  const format = new Intl.DateTimeFormat(locale, { timeZone: there.timeZoneId, timeZoneName: 'short' })
  const name = format
    .formatToParts(there.epochMilliseconds)
    .find(({ type }) => type === 'timeZoneName')?.value
  return name === undefined || /\d/.test(name) || name === 'UTC' ? undefined : name
}
