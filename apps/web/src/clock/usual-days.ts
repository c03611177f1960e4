import { USUAL_HOURS } from '@timezone-registry/zones/day-state'
import type { Span } from './span.ts'
import { localAt, type ZoneClock } from './zone-clock.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** When people are usually awake by a clock, each day that touches a span, in order. */
export function usualDays(clock: ZoneClock, { from, until }: Span): Span[] {
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
