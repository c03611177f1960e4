import type { Offset, ServiceClocks } from './service-clocks.ts'
import { inZone, offsetMinutes } from './zone-time.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** A zone's clock over a period, as plain arithmetic: converting with Temporal takes a thousand times as long. */
export type ZoneClock = {
  timezone: string
  offsets: Offset[]
}

/** For a reader whose zone is unknown. */
export const UTC_CLOCK: ZoneClock = { timezone: 'UTC', offsets: [] }

/** The clock of a zone between two moments; undefined if neither the service nor the browser knows the zone. */
export function zoneClock(
  timezone: string,
  { from, until }: { from: number; until: number },
  clocks?: ServiceClocks,
): ZoneClock | undefined {
  const known = clocks?.findOffsets(timezone, { from, until })
  if (known !== undefined) return { timezone, offsets: known }
  const first = Temporal.Instant.fromEpochMilliseconds(from)
  const minutes = offsetMinutes(timezone, first)
  if (minutes === undefined) return undefined
  const offsets = [{ from, minutes }]
  let at = inZone(timezone, first)?.getTimeZoneTransition('next')
  while (at && at.epochMilliseconds < until) {
    offsets.push({ from: at.epochMilliseconds, minutes: offsetMinutes(timezone, at.toInstant()) ?? minutes })
    at = at.getTimeZoneTransition('next')
  }
  return { timezone, offsets }
}

/** The offset at a moment, in minutes east of UTC. */
export function offsetAt({ offsets }: ZoneClock, at: number): number {
  return offsets.findLast(({ from }) => from <= at)?.minutes ?? offsets[0]?.minutes ?? 0
}

/** What a clock shows at a moment, in milliseconds since 1970 as if it were UTC. */
export function wallAt(clock: ZoneClock, at: number): number {
  return at + offsetAt(clock, at) * MINUTE_MS
}

/** The local time at a moment: days since 1970, and minutes since midnight. */
export function localAt(clock: ZoneClock, at: number): { day: number; minute: number } {
  const minutes = Math.floor(at / MINUTE_MS) + offsetAt(clock, at)
  const day = Math.floor(minutes / DAY_MINUTES)
  return { day, minute: minutes - day * DAY_MINUTES }
}

/** When a day, counted from 1970, begins on a clock. A clock change may skip midnight, or the whole day. */
export function startOfDay(clock: ZoneClock, day: number): number {
  const midnights = clock.offsets.map(({ minutes }) => (day * DAY_MINUTES - minutes) * MINUTE_MS)
  const changes = clock.offsets.map(({ from }) => from)
  return Math.min(...[...midnights, ...changes].filter((at) => localAt(clock, at).day >= day))
}
