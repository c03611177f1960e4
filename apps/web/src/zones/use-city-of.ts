import { nameCity } from '@timezone-registry/zones/place-of'
import { useCities } from '../texts/use-text.tsx'

/** Names the city of a canonical zone in the page's language: `Buenos Aires`, and `UTC−5` for `Etc/GMT+5`. */
export function useCityOf(): (zone: string) => string {
  const cities = useCities()
  return (zone) => nameCity(zone, cities)
}
