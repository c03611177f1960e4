import tzLookup from '@photostructure/tz-lookup'
import timeZones from '@vvo/tzdb/raw-time-zones.json' with { type: 'json' }
import { cityMapping } from 'city-timezones'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { loadAliases } from '../src/cldr-zones.ts'
import { cityOf } from '../src/place-of.ts'
import type { PlaceRow } from '../src/places.ts'
import {
  COUNTRY_ALIASES,
  MORE_PLACES,
  REGION_CODES,
  REGION_NAMES,
  REGIONS,
  RENEWED_ZONES,
  WINDOWS_ZONES,
} from './place-names.ts'

const MIN_POPULATION = 100_000
const COUNTRY_LANGUAGES = ['en', 'de', 'fr', 'es']
// Only the provinces of these countries are known well enough to be searched for.
const COUNTRIES_WITH_REGIONS = new Set(['US', 'CA', 'AU', 'IN', 'BR', 'DE'])

type City = {
  city: string
  city_ascii: string
  iso2: string
  province: string | null
  lat: number
  lng: number
  pop: number
  timezone: string | null
}

const current = loadAliases({ onlyRenamed: false })
const canonical = (zone: string) => current[zone] ?? zone

/** The text of the file of places: cities, countries and regions, each with its zone. */
export function writePlaces(): string {
  const cities = (cityMapping as City[]).map((city) => ({ ...city, timezone: canonical(zoneOf(city)) }))
  const rows = [
    ...cityRows(cities),
    ...countryRows(cities),
    ...regionRows(cities),
    ...MORE_PLACES,
    ...windowsRows(),
  ]
  return rows.map((row) => `${row.join('\t')}\n`).join('')
}

type ZonedCity = City & { timezone: string }

/** The zone of a city. The city data lacks the newest zones: it has an older one or a neighbour's instead. */
function zoneOf({ city, iso2, province, lat, lng, timezone }: City): string {
  // Only Xinjiang also uses a time other than Beijing's.
  if (timezone === 'Asia/Urumqi' && province !== 'Xinjiang Uygur') return 'Asia/Shanghai'
  return RENEWED_ZONES[`${city}, ${iso2}`] ?? timezone ?? tzLookup(lat, lng)
}

function cityRows(cities: ZonedCity[]): PlaceRow[] {
  const big = cities.filter(({ pop }) => pop >= MIN_POPULATION)
  const rows = big.map(
    ({ city, city_ascii, iso2, timezone, pop }): PlaceRow => [
      'city',
      city_ascii,
      iso2,
      timezone,
      Math.round(pop / 1000),
      ...(city === city_ascii ? [] : [city]),
    ],
  )
  const known = new Set(rows.map(([, label, , zone]) => `${label}|${zone}`))
  // Every zone is listed under its own city, whatever its size.
  const own = timeZones.flatMap(({ name, group, countryCode, mainCities }) =>
    [...new Set([name, ...group].map(canonical))]
      .flatMap((zone) => [
        { zone, label: cityOf(zone) },
        ...(zone === canonical(name) ? mainCities.map((label) => ({ zone, label })) : []),
      ])
      .filter(({ zone, label }) => !known.has(`${label}|${zone}`))
      .map(({ zone, label }): PlaceRow => ['city', label, countryCode, zone, 20]),
  )
  return uniqueRows([...rows, ...own])
}

/** One row per country and zone, the most populous zone first. */
function countryRows(cities: ZonedCity[]): PlaceRow[] {
  return timeZones.map(({ countryCode, name, group }): PlaceRow => {
    const zones = new Set([name, ...group].map(canonical))
    const people = cities
      .filter(({ iso2, timezone }) => iso2 === countryCode && zones.has(timezone))
      .reduce((sum, { pop }) => sum + pop, 0)
    return [
      'country',
      countryCode,
      countryCode,
      canonical(name),
      Math.round(people / 1000),
      ...countryNames(countryCode),
      ...COUNTRY_ALIASES.filter(([, , code]) => code === countryCode).flatMap((row) =>
        row.slice(5).map(String),
      ),
    ]
  })
}

function countryNames(code: string): string[] {
  const own = new Intl.Locale(`und-${code}`).maximize().language ?? 'en'
  const names = [...COUNTRY_LANGUAGES, own].map((language) =>
    new Intl.DisplayNames([language], { type: 'region' }).of(code),
  )
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** States and provinces with the zone that most of their people live in. */
function regionRows(cities: ZonedCity[]): PlaceRow[] {
  const inRegions = cities.filter(({ iso2, province }) => province && COUNTRIES_WITH_REGIONS.has(iso2))
  const byRegion = Object.groupBy(inRegions, ({ iso2, province }) => `${iso2}|${province}`)
  const rows = Object.entries(byRegion).map(([key, found = []]): PlaceRow => {
    const [country = '', label = ''] = key.split('|')
    const people = Map.groupBy(found, ({ timezone }) => timezone)
    const sum = (zone: string) => (people.get(zone) ?? []).reduce((total, { pop }) => total + pop, 0)
    const zone = [...people.keys()].toSorted((a, b) => sum(b) - sum(a))[0] ?? 'UTC'
    const total = found.reduce((all, { pop }) => all + pop, 0)
    const code = REGION_CODES[country]?.[label]
    const names = [...(code === undefined ? [] : [code]), ...(REGION_NAMES[label] ?? [])]
    return ['region', label, country, zone, Math.round(total / 1000), ...names]
  })
  return [...rows, ...REGIONS]
}

function uniqueRows(rows: PlaceRow[]): PlaceRow[] {
  return [...new Map(rows.toReversed().map((row) => [`${row[1]}|${row[3]}`, row])).values()].toReversed()
}

/** Windows' names as further names of the cities that its zones are mapped to: `Romance Standard Time` for Paris. */
function windowsRows(): PlaceRow[] {
  return WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').flatMap(
    ({ windowsName, iana: [mapped = ''] }): PlaceRow[] => {
      const zone = canonical(WINDOWS_ZONES[windowsName] ?? mapped)
      if (zone.startsWith('Etc/')) return []
      const country = timeZones.find(({ name, group }) => [name, ...group].map(canonical).includes(zone))
      return [['city', cityOf(zone), country?.countryCode ?? '', zone, 0, windowsName]]
    },
  )
}
