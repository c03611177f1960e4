import { createFindZones } from '@timezone-registry/zones/find-zones'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Wording } from './wording.ts'

/** The places that a text that somebody is typing may mean, best first, as choices of Discord. */
export type FindPlaces = (text: string, wording: Wording) => { name: string; value: string }[]

const MAX_CHOICES = 25
const MAX_CHARACTERS = 100
// Longer than any name. The time to compare grows with the length.
const MAX_QUERY = 64

/** The places are loaded at the first use. */
export function createFindPlaces(zoneNames: Pick<ZoneNames, 'searchPlaces'>): FindPlaces {
  const findZones = createFindZones(zoneNames)
  return (text, { language, region, clock }) => {
    if (text.length > MAX_QUERY) return []
    const now = new Date()
    return findZones(text, { language, region, limit: MAX_CHOICES }).map(({ timezone, label }) => ({
      name: `${clock(timezone, now)?.time} · ${label}`.slice(0, MAX_CHARACTERS),
      value: timezone,
    }))
  }
}
