import { zoneCountries } from 'virtual:zone-countries'

/** The ISO code of the country that a zone is named after; undefined for UTC and the like. */
export function countryOf(timezone: string): string | undefined {
  return zoneCountries[timezone]
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
