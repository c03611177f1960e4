import { formatOffset } from './offset.ts'

/**
 * Where a zone is, in words: `Buenos Aires, Argentina`; the bare name for a zone that is nowhere, such as `UTC`, and
 * `UTC−5` for `Etc/GMT+5`. The country is named in `language`, a tag.
 */
export type PlaceOf = (canonicalZone: string, language: string) => string

/** `countryOf` gives the ISO code of a zone's country. */
export function createPlaceOf(countryOf: (canonicalZone: string) => string | undefined): PlaceOf {
  // One for each language of the page.
  const countryNames = new Map<string, Intl.DisplayNames>()
  function namesIn(language: string): Intl.DisplayNames {
    const names = countryNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region' })
    countryNames.set(language, names)
    return names
  }
  return (zone, language) => {
    const city = cityOf(zone)
    const country = countryOf(zone)
    const name = country === undefined ? undefined : namesIn(language).of(country)
    // A city state is named once.
    return name === undefined || name === city ? city : `${city}, ${name}`
  }
}

// POSIX counts hours west of Greenwich, so Etc/GMT+5 is five hours behind UTC.
const POSIX_OFFSET = /^(?:Etc\/)?GMT([+-])(\d{1,2})$/

/**
 * The place that a zone is named after: `Buenos Aires` for `America/Argentina/Buenos_Aires`, and `UTC−5` for `Etc/GMT+5`.
 */
export function cityOf(zone: string): string {
  const [, sign, hours] = POSIX_OFFSET.exec(zone) ?? []
  if (hours !== undefined) return formatOffset(Number(hours) * (sign === '+' ? -60 : 60))
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
