import { loadAliases } from './cldr-zones.ts'
import { parseOffset } from './parse-offset.ts'
import { loadPlaceRows } from './place-rows.ts'
import { createPlaces, UTC } from './places.ts'
import type { ZoneName } from './zone-names.ts'
import { createZoneSearch } from './zone-search.ts'
import { findOffsetMinutes } from './zone-times.ts'

const MAX_SUGGESTIONS = 5
// Longer than any name. The time to compare grows with the length.
const MAX_CHARACTERS = 64
// May be a clock time, or an offset whose sign got lost.
const BARE_TIME = /^\s*\d{1,2}(?:[:.]?\d\d)?\s*$/
// `(UTC+01:00) Amsterdam, Berlin, Bern`, as Windows shows its zones. The offset is that of winter.
const WITH_OFFSET = /^\(((?:utc|gmt)[^)]*)\)\s*(.*)$/i

/**
 * The zones that text may mean, most likely first: what the page's search finds, so for an offset the populous zones
 * that have it now. Offsets come from the release of the tz database that the service uses.
 */
export function createZoneSuggestions(
  find: (name: string) => ZoneName | undefined,
  now: () => number = Date.now,
): (text: string) => ZoneName[] {
  let search: ReturnType<typeof loadSearch> | undefined
  return (text) => {
    if (text.length > MAX_CHARACTERS || BARE_TIME.test(text)) return []
    search ??= loadSearch(find)
    const [, prefix = '', name = text] = WITH_OFFSET.exec(text.trim()) ?? []
    for (const part of new Set([name, name.split(',')[0] ?? '', prefix])) {
      const { places, exact } = search(part, now())
      // What only begins like an exact name is another place.
      const zones = places.slice(0, exact || undefined).map(({ zone }) => zone)
      const offset = parseOffset(part)
      if (offset === 0) zones.unshift('UTC')
      if (offset !== undefined && zones.length === 0) zones.push(atSea(offset))
      const names = new Set(zones.flatMap((zone) => find(zone) ?? []))
      if (names.size > 0) return [...names].slice(0, MAX_SUGGESTIONS)
    }
    return []
  }
}

function loadSearch(find: (name: string) => ZoneName | undefined) {
  const canonicalNames = loadAliases({ onlyRenamed: false })
  const places = createPlaces([...loadPlaceRows(), UTC], { language: 'en', canonicalNames })
  const accepted = places.filter(({ zone }) => find(zone) !== undefined)
  return createZoneSearch(accepted, { offsetMinutes: findOffsetMinutes, closest: false })
}

/** The zone of an offset that no place has: nobody lives at UTC−12. POSIX counts hours west of Greenwich. */
function atSea(offset: number): string {
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset) / 60}`
}
