import { renamedZones } from 'virtual:renamed-zones'
import type { ServiceClocks } from './service-clocks.ts'

const MINUTE_NANOSECONDS = 60_000_000_000
const DAY_MINUTES = 24 * 60

/**
 * The offset of a zone at an instant, in minutes east of UTC; undefined if neither the service nor the browser knows
 * it. The service's clocks are preferred to the browser's.
 */
export function offsetMinutes(
  timezone: string,
  at: Temporal.Instant,
  clocks?: ServiceClocks,
): number | undefined {
  return serviceOffset(timezone, at, clocks) ?? browserOffset(timezone, at)
}

/** The time of day in a zone, in hours from 0 to 24; undefined as for {@link offsetMinutes}. */
export function hourIn(timezone: string, at: Temporal.Instant, clocks?: ServiceClocks): number | undefined {
  const offset = offsetMinutes(timezone, at, clocks)
  return offset === undefined
    ? undefined
    : ((Math.floor(at.epochMilliseconds / 60_000) + offset) % DAY_MINUTES) / 60
}

/**
 * The instant on the zone's own calendar and clock; undefined if neither the service nor the browser knows the zone.
 */
export function inZone(
  timezone: string,
  at: Temporal.Instant,
  clocks?: ServiceClocks,
): Temporal.ZonedDateTime | undefined {
  const offset = serviceOffset(timezone, at, clocks)
  const isBrowserRight = offset === undefined || offset === browserOffset(timezone, at)
  return inBrowserZone(isBrowserRight ? timezone : toOffsetZone(offset), at)
}

function serviceOffset(
  timezone: string,
  { epochMilliseconds: at }: Temporal.Instant,
  clocks?: ServiceClocks,
) {
  return clocks?.findOffsets(timezone, { from: at, until: at })?.[0]?.minutes
}

function browserOffset(timezone: string, at: Temporal.Instant): number | undefined {
  const nanoseconds = inBrowserZone(timezone, at)?.offsetNanoseconds
  return nanoseconds === undefined ? undefined : nanoseconds / MINUTE_NANOSECONDS
}

function inBrowserZone(timezone: string, at: Temporal.Instant): Temporal.ZonedDateTime | undefined {
  try {
    return at.toZonedDateTimeISO(timezone)
  } catch {
    return undefined
  }
}

/** `+05:30` */
function toOffsetZone(offset: number): string {
  const minutes = Math.abs(offset)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hour}:${minute}`
}

/** A clock change: when, and by how many minutes the clock goes forward. */
export type ClockChange = { at: Temporal.ZonedDateTime; minutes: number; inDays: number }

const HORIZON_DAYS = 400

/** The zone's next clock change after an instant; undefined if there is none within about a year. */
export function nextClockChange(
  timezone: string,
  after: Temporal.Instant,
  clocks?: ServiceClocks,
): ClockChange | undefined {
  const span = { from: after.epochMilliseconds, until: clocks?.until ?? 0 }
  const offsets = clocks?.findOffsets(timezone, span)
  if (offsets === undefined) return nextBrowserChange(timezone, after)
  const [now, next] = offsets
  if (now === undefined || next === undefined) return undefined
  const at = Temporal.Instant.fromEpochMilliseconds(next.from).toZonedDateTimeISO(toOffsetZone(next.minutes))
  const today = after.toZonedDateTimeISO(toOffsetZone(now.minutes)).toPlainDate()
  return { at, minutes: next.minutes - now.minutes, inDays: today.until(at.toPlainDate()).days }
}

function nextBrowserChange(timezone: string, after: Temporal.Instant): ClockChange | undefined {
  const now = inBrowserZone(timezone, after)
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

/** The browser's own zone, by its name today: browsers still report Europe/Kiev and Asia/Calcutta. UTC if unknown. */
export function browserZone(): string {
  return deviceZone() ?? 'UTC'
}

/**
 * The same; undefined if the browser does not know or tell it: those that resist fingerprinting say UTC, and Chromium says
 * `+00:00` for GMT. Offsets are not names of zones.
 */
export function deviceZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (
    /^(?:(?:Etc[/])?(?:UTC|UCT|GMT[+-]?0?|Unknown|Zulu|Universal|Greenwich)|[+-].*|undefined)$/.test(timeZone)
  )
    return undefined
  return renamedZones[timeZone] ?? timeZone
}
