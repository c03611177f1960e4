import { zonesByCountry } from 'virtual:zone-countries'
import { cityOf } from '../clock/zone-time.ts'

const countries = new Map(
  Object.entries(zonesByCountry).flatMap(([country, zones]) => zones.map((zone) => [zone, country] as const)),
)

/** The ISO code of the country that a zone is named after; undefined for UTC and the like. */
function countryOf(timezone: string): string | undefined {
  return countries.get(timezone)
}

/** `Kolkata, India`; only the city where that is also the country's name, or the zone belongs to none. */
export function placeOf(timezone: string, language: string): string {
  const city = cityOf(timezone)
  const code = countryOf(timezone)
  const country = code && new Intl.DisplayNames([language], { type: 'region' }).of(code)
  return country === undefined || country === '' || country === city ? city : `${city}, ${country}`
}

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
