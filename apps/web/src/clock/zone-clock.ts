import { DAY_MINUTES, DAY_MS, MINUTE_MS, type Span } from './span.ts'
import type { Offset, ServiceClocks } from './use-service-clocks.tsx'
import { browserOffsets } from './zone-time.ts'

/** A zone's clock over a period. */
export type ZoneClock = {
  timezone: string
  offsets: Offset[]
}

/** For a reader whose zone is unknown. */
export const UTC_CLOCK: ZoneClock = { timezone: 'UTC', offsets: [] }

/** The clock of a zone between two moments; undefined if neither the service nor the browser knows the zone. */
export function zoneClock(timezone: string, span: Span, clocks?: ServiceClocks): ZoneClock | undefined {
  const offsets = clocks?.findOffsets(timezone, span) ?? findBrowserOffsets(timezone, span)
  return offsets && { timezone, offsets }
}

// No clock changes twice in less.
const STEP_MS = 7 * DAY_MS

function findBrowserOffsets(timezone: string, { from, until }: Span): Offset[] | undefined {
  const minutesAt = browserOffsets(timezone)
  if (minutesAt === undefined) return undefined
  const offsets = [{ from, minutes: minutesAt(from) }]
  for (let start = from; start < until; start += STEP_MS) {
    const end = Math.min(start + STEP_MS, until)
    const minutes = minutesAt(end)
    if (minutes !== offsets.at(-1)?.minutes)
      offsets.push({
        from: firstMinute({ from: start, until: end }, (at) => minutesAt(at) === minutes),
        minutes,
      })
  }
  return offsets
}

/** The first full minute in a span from which on something holds. */
function firstMinute({ from, until }: Span, holds: (at: number) => boolean): number {
  let [before, after] = [Math.floor(from / MINUTE_MS), Math.ceil(until / MINUTE_MS)]
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if (holds(middle * MINUTE_MS)) after = middle
    else before = middle
  }
  return after * MINUTE_MS
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

/** A clock change: what the clock shows after it, as if it were UTC, and by how many minutes it goes forward. */
export type ClockChange = { local: number; minutes: number; inDays: number }

const HORIZON_MS = 400 * DAY_MS

/** The zone's next clock change after a moment; undefined if there is none within about a year. */
export function nextClockChange(
  timezone: string,
  after: number,
  clocks?: ServiceClocks,
): ClockChange | undefined {
  const until = Math.min(after + HORIZON_MS, clocks?.until ?? Number.POSITIVE_INFINITY)
  const clock = zoneClock(timezone, { from: after, until }, clocks)
  const [now] = clock?.offsets ?? []
  const next = clock?.offsets.find(({ minutes }) => minutes !== now?.minutes)
  if (clock === undefined || now === undefined || next === undefined) return undefined
  const inDays = localAt(clock, next.from).day - localAt(clock, after).day
  return { local: wallAt(clock, next.from), minutes: next.minutes - now.minutes, inDays }
}
