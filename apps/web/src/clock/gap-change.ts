import { offsetAt, type ZoneClock } from './zone-clock.ts'

/** When the difference between two clocks changes, in milliseconds since 1970, and from what to what, in minutes ahead. */
export type GapChange = { at: number; before: number; after: number }

/** What is further away helps nobody yet. */
export const GAP_HORIZON_MS = 56 * 24 * 3_600_000

/** The next change of how far one clock is ahead of another; undefined if there is none within eight weeks. */
export function nextGapChange(theirs: ZoneClock, mine: ZoneClock, now: number): GapChange | undefined {
  const gapAt = (at: number) => offsetAt(theirs, at) - offsetAt(mine, at)
  const before = gapAt(now)
  const at = [...theirs.offsets, ...mine.offsets]
    .map(({ from }) => from)
    .filter((from) => from > now && from <= now + GAP_HORIZON_MS)
    .toSorted((a, b) => a - b)
    .find((from) => gapAt(from) !== before)
  return at === undefined ? undefined : { at, before, after: gapAt(at) }
}
