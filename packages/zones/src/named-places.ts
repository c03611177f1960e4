import { loadCountries } from './cldr-zones.ts'
import { createPlaceOf, type LanguageTag, type PlaceOf } from './place-of.ts'
import { loadCities } from './zone-data.ts'

/** Names the places of canonical zones, in each language that somebody reads. */
export function createPlaceOfIn(): (language: LanguageTag) => PlaceOf {
  const countries = loadCountries()
  const inLanguages = new Map<LanguageTag, PlaceOf>()
  return (language) => {
    const known = inLanguages.get(language)
    if (known !== undefined) return known
    const options = { cities: loadCities(language), countryOf: (zone: string) => countries.get(zone) }
    const placeOf = createPlaceOf(language, options)
    inLanguages.set(language, placeOf)
    return placeOf
  }
}
