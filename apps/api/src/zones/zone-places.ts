import cldrTimezones from 'cldr-bcp47/bcp47/timezone.json' with { type: 'json' }

/**
 * Where a zone is, in words: `Buenos Aires, Argentina`; the bare name for a zone that is nowhere, such as `UTC`, and
 * `UTC−5` for `Etc/GMT+5`. The country is named in `language`, a tag; English by default.
 */
export type PlaceOf = (canonicalZone: string, language?: string) => string

const REGION_ID_LENGTH = 5
// POSIX counts hours west of Greenwich, so Etc/GMT+5 is five hours behind UTC.
const POSIX_OFFSET = /^(?:Etc\/)?GMT([+-])(\d{1,2})$/

/** Takes cities from the zones' names and countries from CLDR, whose zone ids begin with the country's code. */
export function createPlaceOf(): PlaceOf {
  const countries = loadCountries()
  // One for each language of the page.
  const countryNames = new Map<string, Intl.DisplayNames>()
  function namesIn(language: string): Intl.DisplayNames {
    const names = countryNames.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
    countryNames.set(language, names)
    return names
  }
  return (zone, language = 'en') => {
    const city = cityOf(zone)
    const country = countries.get(zone)
    const name = country === undefined ? undefined : namesIn(language).of(country)
    // A city state is named once.
    return name === undefined || name === city ? city : `${city}, ${name}`
  }
}

function cityOf(zone: string): string {
  const [, sign, hours] = POSIX_OFFSET.exec(zone) ?? []
  if (hours === undefined) return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return Number(hours) === 0 ? 'UTC' : `UTC${sign === '+' ? '−' : '+'}${Number(hours)}`
}

function loadCountries(): Map<string, string> {
  const countries = new Map<string, string>()
  for (const [id, entry] of Object.entries(cldrTimezones.keyword.u.tz)) {
    if (typeof entry === 'string' || !('_alias' in entry)) continue
    const country = countryOf(id, entry)
    if (country === undefined) continue
    for (const name of entry._alias.split(' ')) countries.set(name, country)
  }
  return countries
}

function countryOf(id: string, entry: object): string | undefined {
  if ('_region' in entry) return String(entry._region)
  return id.length === REGION_ID_LENGTH ? id.slice(0, 2).toUpperCase() : undefined
}
