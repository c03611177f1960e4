import { findZoneTime } from './zone-times.ts'

/** A moment, and whether the wall time that named it occurs once (`exact`), never or twice because of a clock change. */
export type ResolvedTime = { at: Date; resolution: 'exact' | 'skipped' | 'repeated' }

/** The text does not name a moment. The message, which goes on from the field's name, says what it must be. */
export class DateTimeError extends Error {
  override readonly name = 'DateTimeError'
}

const DATE_TIME =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt ](?<hours>\d{2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.](?<fraction>\d+))?)?(?<offset>[Zz]|[+ -]\d{2}:\d{2})?(?<suffix>(?:\[[!-Z^-~ ]+\])*)$/
const OFFSET = /^(?<sign>[+ -])(?<hours>\d{2}):(?<minutes>\d{2})$/
const CRITICAL = '!'
// Of the suffixes that RFC 9557 registers, it allows these values; others change nothing here.
const KNOWN_CRITICAL = new Set(['u-ca=iso8601', 'u-ca=gregory'])
const DAY = 86_400_000
const WALL_TIME = 'must be a wall time (2026-03-29T15:00) where `of` is given'
const FORMS =
  'must be an instant (2026-03-29T13:00:00Z), a wall time with its zone (2026-03-29T15:00[Europe/Berlin]), or a wall time (2026-03-29T15:00) with `of`'

/**
 * The moment that a text names: an instant (RFC 3339), or a wall time with its zone (RFC 9557). Without either, it is a
 * wall time in `zone`. Where a clock change skips or repeats a wall time, resolves it as Temporal's `compatible`: past the
 * gap by as much as it was in it, or the first of the two. Throws a `DateTimeError`.
 */
export function resolveDateTime(text: string, zone?: string): ResolvedTime {
  const { offset, suffix = '', ...clock } = DATE_TIME.exec(text)?.groups ?? {}
  const annotation = zoneOf(suffix)
  if (zone !== undefined && (clock.date === undefined || (offset ?? annotation) !== undefined))
    throw new DateTimeError(WALL_TIME)
  const wall = toWall(clock)
  const minutes = toMinutes(offset ?? annotation)
  if (minutes === undefined) return resolveWall(wall, annotation ?? zone)
  const at = wall - minutes * 60_000
  if (offset !== undefined && annotation !== undefined) checkOffset(at, { offset, minutes, zone: annotation })
  return { at: new Date(at), resolution: 'exact' }
}

/** Milliseconds since 1970 if the zone were UTC. */
function toWall(clock: Record<string, string | undefined>): number {
  const { date = '', hours = '', minutes = '', seconds = '00', fraction = '0' } = clock
  // Z is UTC, and a leap second counts as the one before, as in Temporal.
  const time = `${date}T${hours}:${minutes}:${seconds === '60' ? '59' : seconds}`
  const wall = Date.parse(`${time}Z`)
  // `Date` reads 24:00, and in some forms 30 February, as a time of the next day.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== time) throw new DateTimeError(FORMS)
  return wall + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** The zone that the suffixes name; undefined without one. Those that are not critical may be ignored. */
function zoneOf(suffix: string): string | undefined {
  const [zone, ...tags] = [...suffix.matchAll(/\[([^\]]*)\]/g)].map(([, tag = '']) => tag)
  const isZone = zone !== undefined && !zone.includes('=')
  const unknown = (isZone || zone === undefined ? tags : [zone, ...tags]).find(
    (tag) => !tag.includes('=') || (tag.startsWith(CRITICAL) && !KNOWN_CRITICAL.has(tag.slice(1))),
  )
  if (unknown !== undefined) throw new DateTimeError(`has a suffix that is not known here: [${unknown}]`)
  // In a query, `+` means a space.
  return isZone ? zone.replace(/^!/, '').replace(' ', '+') : undefined
}

/** The minutes east of UTC; undefined for a zone. */
function toMinutes(offset: string | undefined): number | undefined {
  if (offset?.toUpperCase() === 'Z') return 0
  const { sign, hours, minutes } = OFFSET.exec(offset ?? '')?.groups ?? {}
  if (hours === undefined || minutes === undefined) return undefined
  if (Number(hours) > 23 || Number(minutes) > 59) throw new DateTimeError(FORMS)
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

/** An offset and a zone must agree. `Z` and `-00:00` name an instant, and say nothing about the zone (RFC 9557, 2.2). */
function checkOffset(
  at: number,
  { offset, minutes, zone }: { offset: string; minutes: number; zone: string },
): void {
  const seconds = offsetSeconds(zone, at)
  if (offset.toUpperCase() === 'Z' || offset === '-00:00' || seconds === minutes * 60) return
  const given = offset.replace(' ', '+')
  throw new DateTimeError(`has the offset ${given}, which ${zone} does not have then: leave out one of them`)
}

function resolveWall(wall: number, zone: string | undefined): ResolvedTime {
  if (zone === undefined) throw new DateTimeError(FORMS)
  const offsets = [wall - DAY, wall + DAY].map((at) => offsetSeconds(zone, at) * 1000)
  const moments = new Set(
    offsets
      .filter((offset) => offsetSeconds(zone, wall - offset) * 1000 === offset)
      .map((offset) => wall - offset),
  )
  const [before = 0] = offsets
  if (moments.size === 0) return { at: new Date(wall - before), resolution: 'skipped' }
  return { at: new Date(Math.min(...moments)), resolution: moments.size === 1 ? 'exact' : 'repeated' }
}

function offsetSeconds(zone: string, at: number): number {
  const minutes = toMinutes(zone)
  const seconds = minutes === undefined ? findZoneTime(zone, new Date(at))?.utcOffsetSeconds : minutes * 60
  if (seconds === undefined) throw new DateTimeError(`has a time zone that is not known here: ${zone}`)
  return seconds
}

/** How far from now a moment may be. */
export const MAX_YEARS = 10

/** Whether a moment is more than ten years from now. */
export function isTooFar(at: Date, now: Date): boolean {
  const limit = new Date(now)
  limit.setUTCFullYear(now.getUTCFullYear() + (at < now ? -MAX_YEARS : MAX_YEARS))
  return at < now ? at < limit : at > limit
}
