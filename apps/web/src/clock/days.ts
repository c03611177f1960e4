import { availableRanges, type WeeklyHours } from '@timezone-registry/zones/availability'
import { dayStateAt, USUAL_HOURS, type DayState as UsualState } from '@timezone-registry/zones/day-state'
import { DAY_MINUTES, MINUTE_MS, type Span } from './span.ts'
import { localAt, offsetAt, type ZoneClock } from './zone-clock.ts'

/** What somebody has said about when they are available: their hours, or only whether they are now. */
export type Availability = {
  state?: 'available' | 'away'
  /** When the state ends. */
  until?: string | null | undefined
  weekly?: readonly WeeklyHours[] | undefined
}

/** What somebody does at a moment: what they have said, or else what is likely at that time of their own clock. */
export type DayState = 'available' | 'away' | UsualState

/** Somebody's days by their clock: when they are available, or else likely awake, in order. */
export type Days = { clock: ZoneClock; said: Availability | undefined; awake: readonly Span[] }

const LEAD_MS = 3 * 3_600_000

/** The span for which {@link daysOf} needs a clock: a clock change just before a span may move what is in it. */
export function withLead({ from, until }: Span): Span {
  return { from: from - LEAD_MS, until }
}

/** Somebody's days in a span. What reaches beyond it is whole. */
export function daysOf(clock: ZoneClock, span: Span, said?: Availability): Days {
  const awake = said?.weekly ? availableDays(clock, span, said.weekly) : usualDays(clock, span)
  return { clock, said, awake }
}

/** What somebody does at a moment in the span of their days. A state alone counts only for a moment that `isNow`. */
export function stateAt(days: Days, at: number, isNow = false): DayState {
  const { clock, said } = days
  if (hasHours(said)) return isAwakeAt(days, at) ? 'available' : 'away'
  return (isNow ? said?.state : undefined) ?? dayStateAt(localAt(clock, at).minute)
}

/** True if somebody is available, or else likely awake, at a moment in the span of their days. */
export function isAwakeAt({ awake }: Days, at: number): boolean {
  return awake.some(({ from, until }) => from <= at && at < until)
}

/** False if their days are only likely. */
export function hasHours(said: Availability | undefined): boolean {
  return said?.weekly !== undefined
}

function availableDays(clock: ZoneClock, { from, until }: Span, weekly: readonly WeeklyHours[]): Span[] {
  const [, ...changes] = clock.offsets
  const offsets = {
    utc_offset_seconds: offsetAt(clock, Number.NEGATIVE_INFINITY) * 60,
    transitions: changes.map((offset) => ({
      at: new Date(offset.from).toISOString(),
      utc_offset_seconds: offset.minutes * 60,
    })),
  }
  return availableRanges(weekly, offsets, [from, until]).map(([from, until]) => ({ from, until }))
}

/** When people are usually awake by a clock, each day that touches a span, in order. */
function usualDays(clock: ZoneClock, { from, until }: Span): Span[] {
  const [first, last] = [localAt(clock, from).day, localAt(clock, until).day]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = (hour: number) => momentOf(clock, ((first + index) * DAY_MINUTES + hour * 60) * MINUTE_MS)
    return { from: at(USUAL_HOURS.wakes), until: at(USUAL_HOURS.sleeps) }
  })
}

/** When a clock shows a local time, in milliseconds since 1970. */
function momentOf({ offsets }: ZoneClock, local: number): number {
  const offset = offsets.findLast(({ from, minutes }) => from + minutes * MINUTE_MS <= local) ?? offsets[0]
  return local - (offset?.minutes ?? 0) * MINUTE_MS
}
