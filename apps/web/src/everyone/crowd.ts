import { zoneAliases } from 'virtual:zone-aliases'
import { dayStateAt } from '@timezone-registry/zones/day-state'
import type { ServiceClocks } from '../clock/use-service-clocks.tsx'
import { hourIn } from '../clock/zone-time.ts'

type Distribution = Record<string, number>

// With fewer people, a share or a zone would be somebody in particular.
const FEWEST_PEOPLE = 20
const FEWEST_IN_ZONE = 5

/** The zones with at least five people by their current names, most people first; none among fewer than 20 people. */
export function popularZones(distribution: Distribution): { zone: string; count: number }[] {
  const counts = new Map<string, number>()
  let total = 0
  for (const [name, count] of Object.entries(distribution)) {
    const zone = zoneAliases[name] ?? name
    counts.set(zone, (counts.get(zone) ?? 0) + count)
    total += count
  }
  if (total < FEWEST_PEOPLE) return []
  return [...counts]
    .filter(([, count]) => count >= FEWEST_IN_ZONE)
    .map(([zone, count]) => ({ zone, count }))
    .toSorted((a, b) => b.count - a.count)
}

/**
 * The part of people who are likely awake, from 0 to 1, among those in a zone that the service or the browser knows;
 * undefined if those are fewer than 20.
 */
export function awakeShare(
  distribution: Distribution,
  at: number,
  clocks?: ServiceClocks,
): number | undefined {
  let [total, awake] = [0, 0]
  for (const [zone, count] of Object.entries(distribution)) {
    const hour = hourIn(zone, at, clocks)
    if (hour === undefined) continue
    total += count
    if (dayStateAt(hour * 60) !== 'asleep') awake += count
  }
  return total < FEWEST_PEOPLE ? undefined : awake / total
}
