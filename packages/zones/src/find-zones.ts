import { type LanguageTag, nameCity } from './place-of.ts'
import { createPlaceLabels, type Place } from './places.ts'
import { loadCities } from './zone-data.ts'
import type { ZoneNames } from './zone-names.ts'
import { findZoneTime } from './zone-times.ts'

/** A place that was found, with its zone and the time there. */
export type FoundZone = { timezone: string; label: string; utc_offset_seconds: number; local_time: string }

/** How to find zones: `region` is the ISO code of the country whose places come first. */
export type Finding = { language: LanguageTag; region: string | undefined; limit: number }

/** Finds zones with labels that differ from each other. */
export type FindZones = {
  /** The places that a text may mean now, best first. */
  find(query: string, finding: Finding): FoundZone[]
  /** What to offer before anything is typed: the city of `own`, those of the region's zones, and those of the others. */
  offer(own: string | undefined, finding: Finding): FoundZone[]
}

/** The page's search, for programs. */
export function createFindZones({
  searchPlaces,
  largestPlaces,
}: Pick<ZoneNames, 'searchPlaces' | 'largestPlaces'>): FindZones {
  // One for each language that somebody reads.
  const inLanguages = new Map<LanguageTag, Labeller>()

  const show = (places: readonly Place[], { language, limit }: Finding) => {
    const now = new Date()
    const toLabelled = inLanguages.get(language) ?? createLabeller(language)
    inLanguages.set(language, toLabelled)
    return toLabelled(places, limit).flatMap(({ zone, label }) => {
      const time = findZoneTime(zone, now)
      if (time === undefined) return []
      const { utcOffsetSeconds, localTime } = time
      return { timezone: zone, label, utc_offset_seconds: utcOffsetSeconds, local_time: localTime }
    })
  }

  return {
    find: (query, finding) =>
      show(searchPlaces(query, { at: Date.now(), region: finding.region }).places, finding),
    offer: (own, finding) => {
      const places = largestPlaces(finding.region)
      return show([...places.filter(({ zone }) => zone === own), ...places], finding)
    },
  }
}

type Labeller = (places: readonly Place[], limit: number) => { zone: string; label: string }[]

/** Adds the city of the zone to equal labels: of a country that has several zones, and of namesakes. */
function createLabeller(language: LanguageTag): Labeller {
  const { fullLabelOf, distinct } = createPlaceLabels(language)
  const cities = loadCities(language)
  return (places, limit) => {
    const shown = distinct(places).slice(0, limit)
    const labels = shown.map(fullLabelOf)
    return shown.map((place) => {
      const label = fullLabelOf(place)
      const isOnly = labels.indexOf(label) === labels.lastIndexOf(label)
      return { zone: place.zone, label: isOnly ? label : `${label} (${nameCity(place.zone, cities)})` }
    })
  }
}
