import { citiesByArea } from 'virtual:zone-countries'
import { zoneCountries } from './zone-countries.ts'

/** Countries by zone. */
export const countries = zoneCountries(citiesByArea)

/** The ISO code of the country that a zone is named after; undefined for UTC and the like. */
export function countryOf(timezone: string): string | undefined {
  return countries[timezone]
}

const USUAL_WEEKEND = [6, 7]
// Of countries for which CLDR has none, so that browsers say Saturday and Sunday: Friday and Saturday in Bangladesh,
// the Maldives and Palestine, Friday and Sunday in Brunei, Saturday in Nepal.
const OTHER_WEEKENDS: Record<string, readonly number[]> = {
  BD: [5, 6],
  BN: [5, 7],
  MV: [5, 6],
  NP: [6],
  PS: [5, 6],
}

/** The weekend where a zone is, as ISO weekdays; Saturday and Sunday where the browser has no such data. */
export function weekendOf(timezone: string): readonly number[] {
  const country = countryOf(timezone)
  if (country === undefined) return USUAL_WEEKEND
  const other = OTHER_WEEKENDS[country]
  if (other !== undefined) return other
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getWeekInfo?: () => { weekend: number[] }
    weekInfo?: { weekend: number[] }
  }
  // Older browsers have a property in place of the method.
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.weekend ?? USUAL_WEEKEND
}
