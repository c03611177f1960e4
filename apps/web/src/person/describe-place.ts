import { zoneCountries } from 'virtual:zone-countries'
import { cityOf } from '../clock/zone-time.ts'

/** `Buenos Aires, Argentinien`: the place of a zone, with its country in the page's language. */
export function describePlace(timezone: string, language: string): string {
  const city = cityOf(timezone)
  const country = zoneCountries[timezone]
  if (country === undefined) return city
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return name === undefined || name === city ? city : `${city}, ${name}`
}
