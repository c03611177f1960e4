import type { ServiceClocks } from '../clock/service-clocks.ts'
import { inZone } from '../clock/zone-time.ts'

/**
 * How many people are in each hour of their own day, from midnight on: 24 counts. Zones that neither the service nor
 * the browser knows are left out.
 */
export function countByHour(
  distribution: Record<string, number>,
  at: Temporal.Instant,
  clocks?: ServiceClocks,
): number[] {
  const counts = Array.from({ length: 24 }, () => 0)
  for (const [timezone, count] of Object.entries(distribution)) {
    const hour = inZone(timezone, at, clocks)?.hour
    if (hour !== undefined) counts[hour] = (counts[hour] ?? 0) + count
  }
  return counts
}

/** The sum of the counts of each key, in the order in which the keys first appear. */
export function sumBy<Key>(counts: (readonly [Key, number])[]): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count)
  return sums
}
