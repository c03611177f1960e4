import type { Days } from '../clock/days.ts'
import type { Span } from '../clock/span.ts'
import { DAY_MS } from '../clock/units.ts'

/** What the clocks and days must cover for {@link nextBothAwake}. */
export function aroundNow(now: number): Span {
  return { from: now - DAY_MS, until: now + 2 * DAY_MS }
}

/**
 * The next time for which two people are both awake: from before now if they are now. Undefined if there is none within
 * a day; where it does not end, it is a day long.
 */
export function nextBothAwake([one, other]: readonly [Days, Days], now: number): Span | undefined {
  const both = one.awake.flatMap((mine) =>
    other.awake.map((theirs) => ({
      from: Math.max(mine.from, theirs.from, now - DAY_MS),
      until: Math.min(mine.until, theirs.until),
    })),
  )
  const next = both.find(({ from, until }) => from < until && until > now)
  if (next === undefined || next.from > now + DAY_MS) return undefined
  return { from: next.from, until: Math.min(next.until, next.from + DAY_MS) }
}
