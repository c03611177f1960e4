import { readFileSync } from 'node:fs'
import meta from 'moment-timezone/data/meta/latest.json' with { type: 'json' }
import { loadCanonicalNames } from './cldr-zones.ts'
import { cityInName, LANGUAGE_TAGS, type LanguageTag } from './place-of.ts'
import type { OtherNames, PlaceRow } from './places.ts'
import type { Coordinates } from './sun.ts'
import type { SearchData } from './zone-search.ts'

/** One row a line, its values separated by tabs. `npm run generate` in this package writes it. */
export const PLACES_FILE: URL = new URL('places.txt', import.meta.url)

/** Everything that the search needs, with the names in every language: about 650 KB. */
export function loadSearchData(): SearchData {
  const [abbreviations = [], timeNames = []] = readText('time-names.txt')
    .split(/^#.*$/m)
    .filter((section) => section.trim() !== '')
    .map((section) => section.trim().split('\n'))
  const rows = loadPlaceRows()
  return {
    rows,
    otherNames: loadOtherNames(rows),
    abbreviations: zonesByName(abbreviations),
    timeNames: zonesByName(timeNames),
  }
}

function loadPlaceRows(): PlaceRow[] {
  const lines = readText('places.txt').trimEnd().split('\n')
  return lines.map((line) => {
    const [kind, label, code, zone, thousands, ...names] = line.split('\t')
    return [kind, label, code, zone, Number(thousands), ...names] as PlaceRow
  })
}

function loadOtherNames(rows: readonly PlaceRow[]): OtherNames {
  const names = new Map(
    readLines('other-city-names.txt').map((line) => {
      const [code, label, ...others] = line.split('\t')
      return [`${code}|${label}`, others]
    }),
  )
  const inLanguage = (at: number) =>
    rows.map(([kind, label, code]) => (kind === 'city' && names.get(`${code}|${label}`)?.[at]) || '')
  return Object.fromEntries(LANGUAGE_TAGS.slice(1).map((language, at) => [language, inLanguage(at)]))
}

/** From lines such as `America/Denver: mdt, mt`. */
function zonesByName(lines: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [zones = '', names = ''] = line.split(': ')
      return names.split(', ').map((name) => [name, zones.split(', ')] as const)
    }),
  )
}

/** The names of each canonical zone's city in the languages, in their order. */
export function loadCityNames(): Map<string, string[]> {
  return new Map(
    readLines('city-names.txt').map((line) => {
      const [zone = '', english = '', ...others] = line.split('\t')
      return [zone, [english, ...others.map((name) => name || english)]]
    }),
  )
}

/**
 * Where the city of each zone is, as zone.tab has it: in half degrees north, then east, so that the sun is there within a minute or
 * two; null for zones without a place. Without the zones' names, which would take four times as much.
 */
export function loadCoordinates(zones: Iterable<string>): (number | null)[] {
  const positions = loadPositions()
  return [...zones].flatMap((zone) => {
    const { latitude, longitude } = positions.get(zone) ?? {}
    return [latitude, longitude].map((degrees) => (degrees === undefined ? null : Math.round(degrees * 2)))
  })
}

/** Where the city of a canonical zone is; undefined for zones without a place. */
export function createCoordinatesOf(): (zone: string) => Coordinates | undefined {
  const positions = loadPositions()
  return (zone) => {
    const { latitude, longitude } = positions.get(zone) ?? {}
    return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude]
  }
}

/** The names of cities in a language that are not in the names of their zones. */
export function loadCities(language: LanguageTag): Record<string, string> {
  const at = LANGUAGE_TAGS.indexOf(language)
  const names = [...loadCityNames()].map(([zone, cities]) => [zone, cities[at] ?? zone] as const)
  return Object.fromEntries(names.filter(([zone, city]) => city !== cityInName(zone)))
}

/** Where the city of each canonical zone is, in degrees. */
export function loadPositions(): Map<string, { latitude: number; longitude: number }> {
  const names = loadCanonicalNames()
  return new Map(
    Object.values(meta.zones).map(({ name, lat, long }) => [
      names.get(name) ?? name,
      { latitude: lat, longitude: long },
    ]),
  )
}

/** Without comments. */
function readLines(name: string): string[] {
  return readText(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function readText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
