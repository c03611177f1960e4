import { createPlaceOf } from '@timezone-registry/zones/place-of'
import { useMemo } from 'react'
import { useCities, useCityOf, useLanguage } from '../texts/use-text.tsx'
import { countryOf } from './zone-country.ts'

/** Names the city of a canonical zone and its country in the page's language: `Kolkata, India`. */
export function usePlaceOf(): (zone: string) => string {
  const [language, cities] = [useLanguage(), useCities()]
  return useMemo(() => createPlaceOf(language, { cities, countryOf }), [language, cities])
}

/** `, Germany` after the name of a zone's city; nothing where the zone belongs to no country. */
export function CountrySuffix({ timezone }: { timezone: string }) {
  const [placeOf, cityOf] = [usePlaceOf(), useCityOf()]
  return <span>{placeOf(timezone).slice(cityOf(timezone).length)}</span>
}
