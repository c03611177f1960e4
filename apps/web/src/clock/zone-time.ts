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

/** A change of a zone's clock: when, and by how many minutes it goes forward. */
export type ClockChange = { at: Temporal.ZonedDateTime; minutes: number; inDays: number }

const HORIZON_DAYS = 400

/** The zone's next clock change after an instant; undefined when there is none within about a year. */
export function nextClockChange(timezone: string, after: Temporal.Instant): ClockChange | undefined {
  const now = inZone(timezone, after)
  let at = now?.getTimeZoneTransition('next')
  while (now !== undefined && at) {
    const minutes =
      (at.offsetNanoseconds - at.subtract({ nanoseconds: 1 }).offsetNanoseconds) / MINUTE_NANOSECONDS
    const inDays = now.toPlainDate().until(at.toPlainDate()).days
    if (inDays > HORIZON_DAYS) return undefined
    if (minutes !== 0) return { at, minutes, inDays }
    // The zone changed its rules or its name, not its clock.
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

/** Writes the time of day, in the reader's way, from an offset: making one formatter for each zone is slow. */
export function createTimeFormatter(locale: string): (at: Temporal.Instant, offset: number) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  return (at, offset) => format.format(at.epochMilliseconds + offset * 60_000)
}

/** Whether somebody whose clock shows this hour is likely awake: from 7 to 23. */
export function isLikelyAwake({ hour }: { hour: number }): boolean {
  return hour >= 7 && hour < 23
}

/** What a zone is called by people: its last part, `Buenos Aires` for `America/Argentina/Buenos_Aires`. */
export function cityOf(timezone: string): string {
  return readable(timezone.split('/').at(-1) ?? timezone)
}

/** `America/New York`. */
export function readable(timezone: string): string {
  return timezone.replaceAll('_', ' ')
}

/** The browser's own zone. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
