import { zoneCoordinates } from 'virtual:zone-coordinates'
import type { HeroSky } from '@timezone-registry/zones/hero-sky'
import { heroSkyOver } from '@timezone-registry/zones/sun-sky'
import { countries } from './zone-country.ts'

/** A moment in milliseconds since 1970, and the local time then in hours from 0 to 24. */
export type SkyMoment = { at: number; hour: number }

/** The sky over the place of a zone at a moment. */
export type SkyOver = (moment: SkyMoment) => HeroSky

/** By the sun, or by the clock if the zone has no place. */
export function skyOver(timezone: string): SkyOver {
  const place = coordinatesOf(timezone)
  return (moment) => heroSkyOver(place, moment)
}

/** Where the city of a zone is, in degrees north and east; undefined for UTC and the like. */
export function coordinatesOf(timezone: string): readonly [latitude: number, longitude: number] | undefined {
  const at = Object.keys(countries).indexOf(timezone)
  const [latitude, longitude] = [zoneCoordinates[2 * at], zoneCoordinates[2 * at + 1]]
  return latitude == null || longitude == null ? undefined : [latitude / 2, longitude / 2]
}
