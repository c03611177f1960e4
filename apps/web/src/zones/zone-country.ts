import { zoneCountries } from 'virtual:zone-countries'
import { createPlaceOf } from '@timezone-registry/zones/place-of'

/** The ISO code of the country that a zone is named after; undefined for UTC and the like. */
function countryOf(timezone: string): string | undefined {
  return zoneCountries[timezone]
}

/** `Kolkata, India`; only the city where that is also the country's name, or the zone belongs to none. */
export const placeOf = createPlaceOf(countryOf)

const USUAL_WEEKEND = [6, 7]

/** The weekend where a zone is, as ISO weekdays; Saturday and Sunday where the browser has no such data. */
export function weekendOf(timezone: string): readonly number[] {
  const country = countryOf(timezone)
  if (country === undefined) return USUAL_WEEKEND
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getWeekInfo?: () => { weekend: number[] }
    weekInfo?: { weekend: number[] }
  }
  // Older browsers have a property in place of the method.
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.weekend ?? USUAL_WEEKEND
}
