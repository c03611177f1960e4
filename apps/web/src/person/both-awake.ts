import { dayStateAt } from '@timezone-registry/zones/day-state'
import type { Span } from '../clock/span.ts'
import { localAt, type ZoneClock } from '../clock/zone-clock.ts'

const QUARTER_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

/** What the clocks must cover for {@link nextBothAwake}. */
export function aroundNow(now: number): Span {
  return { from: now - DAY_MS, until: now + 2 * DAY_MS }
}

/**
 * The next time for which people are awake by both clocks, to the quarter of an hour: from before now if they are now. Undefined
 * if there is none within a day; where it does not end, it is a day long.
 */
export function nextBothAwake(clocks: readonly [ZoneClock, ZoneClock], now: number): Span | undefined {
  const areAwake = (at: number) => clocks.every((clock) => dayStateAt(localAt(clock, at).minute) !== 'asleep')
  const start = Math.floor(now / QUARTER_MS) * QUARTER_MS
  let from = start
  while (!areAwake(from)) {
    from += QUARTER_MS
    if (from > start + DAY_MS) return undefined
  }
  while (from <= start && from > start - DAY_MS && areAwake(from - QUARTER_MS)) from -= QUARTER_MS
  let until = from
  while (until < from + DAY_MS && areAwake(until)) until += QUARTER_MS
  return { from, until }
}
