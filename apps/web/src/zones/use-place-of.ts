import { createPlaceOf } from '@timezone-registry/zones/place-of'
import { useMemo } from 'react'
import { useCities, useLanguage } from '../texts/use-text.tsx'
import { countryOf } from './zone-country.ts'

/** Names the city of a canonical zone and its country in the page's language: `Kolkata, India`. */
export function usePlaceOf(): (zone: string) => string {
  const [language, cities] = [useLanguage(), useCities()]
  return useMemo(() => createPlaceOf(language, { cities, countryOf }), [language, cities])
}
