import type { HeroSky } from '@timezone-registry/zones/hero-sky'
import { heroSkyOver } from '@timezone-registry/zones/sun-sky'
import { coordinatesOf } from './coordinates.ts'

/** A moment in milliseconds since 1970, and the local time then in hours from 0 to 24. */
export type SkyMoment = { at: number; hour: number }

/** The sky over the place of a zone at a moment. */
export type SkyOver = (moment: SkyMoment) => HeroSky

/** By the sun, or by the clock if the zone has no place. */
export function skyOver(timezone: string): SkyOver {
  const place = coordinatesOf(timezone)
  return (moment) => heroSkyOver(place, moment)
}
