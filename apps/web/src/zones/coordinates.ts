import { zoneCoordinates } from 'virtual:zone-coordinates'
import { countries } from './zone-country.ts'

/** Where the city of a zone is, in degrees north and east; undefined for UTC and the like. */
export function coordinatesOf(timezone: string): readonly [latitude: number, longitude: number] | undefined {
  const at = Object.keys(countries).indexOf(timezone)
  const [latitude, longitude] = [zoneCoordinates[2 * at], zoneCoordinates[2 * at + 1]]
  return latitude == null || longitude == null ? undefined : [latitude / 2, longitude / 2]
}
