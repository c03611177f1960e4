import { cityOf } from '@timezone-registry/zones/place-of'
import { useLanguage } from '../texts/use-texts.tsx'
import { placeOf } from '../zones/zone-country.ts'

/** `, Germany` after the name of a zone's city; nothing where the zone belongs to no country. */
export function CountrySuffix({ timezone }: { timezone: string }) {
  return placeOf(timezone, useLanguage()).slice(cityOf(timezone).length)
}
