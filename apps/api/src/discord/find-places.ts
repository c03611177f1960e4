import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { createPlaceLabels, type PlaceLabels } from '@timezone-registry/zones/places'
import { loadSearchData } from '@timezone-registry/zones/zone-data'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { createZoneSearch } from '@timezone-registry/zones/zone-search'
import { findOffsetMinutes } from '@timezone-registry/zones/zone-times'
import type { Wording } from './wording.ts'

/** The places that a text that somebody is typing may mean, best first, as choices of Discord. */
export type FindPlaces = (text: string, wording: Wording) => { name: string; value: string }[]

const MAX_CHOICES = 25
const MAX_CHARACTERS = 100
// Longer than any name. The time to compare grows with the length.
const MAX_QUERY = 64

/** The places are loaded at the first use. */
export function createFindPlaces(
  { find }: Pick<ZoneNames, 'find'>,
  now: () => number = Date.now,
): FindPlaces {
  let loaded: ReturnType<typeof loadSearch> | undefined
  const labels = new Map<LanguageTag, PlaceLabels>()
  function labelsIn(language: LanguageTag): PlaceLabels {
    const known = labels.get(language) ?? createPlaceLabels(language)
    labels.set(language, known)
    return known
  }

  return (text, wording) => {
    if (text.length > MAX_QUERY) return []
    const at = now()
    loaded ??= loadSearch(find)
    const { labelOf, countryOf } = labelsIn(wording.language)
    // By their names, each of which may occur once.
    const choices = new Map<string, string>()
    for (const place of loaded.search(text, { at }).places) {
      const clock = wording.clock(place.zone, new Date(at))
      const country = countryOf(place)
      const where = country === '' ? labelOf(place) : `${labelOf(place)}, ${country}`
      const name = `${clock?.time} · ${where}`.slice(0, MAX_CHARACTERS)
      if (clock !== undefined && !choices.has(name)) choices.set(name, place.zone)
      if (choices.size === MAX_CHOICES) break
    }
    return [...choices].map(([name, value]) => ({ name, value }))
  }
}

function loadSearch(find: ZoneNames['find']) {
  const accepts = (zone: string) => find(zone) !== undefined
  return createZoneSearch(loadSearchData(), { offsetMinutes: findOffsetMinutes, accepts })
}
