import { formatOffset } from './offset.ts'

/** The languages in which places have names, in the order of the files of names. */
export const LANGUAGE_TAGS = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'ar', 'ru'] as const

export type LanguageTag = (typeof LANGUAGE_TAGS)[number]

/** The cities of canonical zones in a language. May lack those that are the last part of the zone's name. */
export type CityNames = Readonly<Record<string, string>>

/**
 * Where a canonical zone is, in one language: `Buenos Aires, Argentina`; only the city where that is also the country's
 * name, or the zone is nowhere, as `UTC`.
 */
export type PlaceOf = (canonicalZone: string) => string

/** `countryOf` gives the ISO code of a zone's country. */
export function createPlaceOf(
  language: string,
  { cities, countryOf }: { cities: CityNames; countryOf: (canonicalZone: string) => string | undefined },
): PlaceOf {
  const nameCountry = createCountryNames(language)
  return (zone) => joinPlace(nameCity(zone, cities), nameCountry(countryOf(zone) ?? ''), language)
}

/** `Buenos Aires, Argentina`; only the first where both are equal, or there is no country. */
export function joinPlace(place: string, country: string, language: string): string {
  return country === '' || country === place ? place : place + (COMMAS[language] ?? ', ') + country
}

// Where it is not the Latin one.
const COMMAS: Record<string, string> = { ar: '، ', ja: '、' }

/** The city that a canonical zone is named after: `Buenos Aires`; `UTC−5` for `Etc/GMT+5`. */
export function nameCity(zone: string, cities: CityNames): string {
  return cities[zone] ?? cityInName(zone)
}

// `Hong Kong SAR China` in full.
const KNOWN_BY_SHORT_NAME = new Set(['HK', 'MO', 'PS'])

/** Names countries by their ISO codes; empty for no code. */
export function createCountryNames(language: string): (code: string) => string {
  const [long, short] = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames([language], { type: 'region', style }),
  )
  return (code) => code && ((KNOWN_BY_SHORT_NAME.has(code) ? short : long)?.of(code) ?? code)
}

// POSIX counts hours west of Greenwich, so Etc/GMT+5 is five hours behind UTC.
const POSIX_OFFSET = /^(?:Etc\/)?GMT([+-])(\d{1,2})$/

/** The city in a zone's name. */
export function cityInName(zone: string): string {
  const [, sign, hours] = POSIX_OFFSET.exec(zone) ?? []
  if (hours !== undefined) return formatOffset(Number(hours) * (sign === '+' ? -60 : 60))
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}
