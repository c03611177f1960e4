import { useCityOf } from './use-city-of.ts'
import { usePlaceOf } from './use-place-of.ts'

/** `, Germany` after the name of a zone's city; nothing where the zone belongs to no country. */
export function CountrySuffix({ timezone }: { timezone: string }) {
  const [placeOf, cityOf] = [usePlaceOf(), useCityOf()]
  return <span>{placeOf(timezone).slice(cityOf(timezone).length)}</span>
}
