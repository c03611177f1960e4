import { readFileSync } from 'node:fs'
import tzLookup from '@photostructure/tz-lookup'
import timeZones from '@vvo/tzdb/raw-time-zones.json' with { type: 'json' }
import { cityMapping } from 'city-timezones'
import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { loadAliases, loadCountries } from '../src/cldr-zones.ts'
import { fold, foldName } from '../src/fold.ts'
import { cityInName, createCountryNames, LANGUAGE_TAGS } from '../src/place-of.ts'
import { impliedNames, type PlaceRow } from '../src/places.ts'
import { loadCityNames } from '../src/zone-data.ts'

const MIN_POPULATION = 100_000
// In thousands, for cities that only the list of zones has.
const SMALL_CITY = 20
const MAX_CODE_LETTERS = 3
// Not `US/Central` or `Australia/West`.
const NAMED_AFTER_CITIES = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Europe|Indian|Pacific)\//
// Only the provinces of these countries are known well enough to be searched for.
const COUNTRIES_WITH_REGIONS = new Set(['US', 'CA', 'AU', 'IN', 'BR', 'DE'])
/** Zones that CLDR maps since the package of Windows' names was made. */
const WINDOWS_ZONES: Record<string, string> = { 'Central Asia Standard Time': 'Asia/Bishkek' }
/** The countries in which cities without a country are listed, by zone: Hargeisa and Pristina. */
const DISPUTED: Record<string, string> = { 'Africa/Mogadishu': 'SO', 'Europe/Belgrade': 'XK' }
const KNOWN_PLACE =
  /^(city|region|country) (.+), ([A-Z]{2})(?:, (\S+\/\S+), (\d+))?(?: = ([^;]*))?(?: ; (.*))?$/

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

type Place = {
  kind: PlaceRow[0]
  /** In English. */
  label: string
  code: string
  zone: string
  thousands: number
  /** In the other languages, empty where it is the English label. */
  labels: string[]
  names: string[]
}

const formerNames = loadAliases({ onlyRenamed: false })
const canonical = (zone: string) => formerNames[zone] ?? zone
const cityNames = loadCityNames()
const knownPlaces = readKnownPlaces()
const nameInEnglish = createCountryNames('en')

/** The text of the file of places: cities, countries and regions, each with its zone, most people first. */
export function writePlaces(): string {
  const cities = (cityMapping as City[]).map((city) => ({ ...city, timezone: canonical(zoneOf(city)) }))
  const own = ownCities()
  const places = mergeSame([
    ...known('city', [...own, ...inOwnZone(mainCities(bigCities(cities)), own)]),
    ...known('region', regions(cities)),
  ])
  addFormerNames(places)
  addWindowsNames(places)
  const all = mergeCityStates(known('country', countries(cities)), places)
  return all
    .toSorted((a, b) => b.thousands - a.thousands)
    .map(toRow)
    .map((row) => `${row.join('\t')}\n`)
    .join('')
}

function toRow({ kind, label, code, zone, thousands, labels, names }: Place): PlaceRow {
  const shown = new Set(['', ...[label, ...labels].flatMap(foldName)])
  const all = new Set([...names, ...names.flatMap(otherSpellings)].flatMap(foldName))
  const implied = new Set(impliedNames(kind, code, [...all]))
  const others = all.difference(shown).difference(implied)
  return [kind, label, code, zone, thousands, labels.some(Boolean) ? labels.join('|') : '', ...others]
}

/** `EEUU` for CLDR's `EE. UU.`, and `острова` for its `о-ва`. */
function otherSpellings(name: string): string[] {
  return [name.replace(/^(\p{Lu}{2})\. (\p{Lu}{2})\.$/u, '$1$2'), name.replace('о-ва', 'острова')].filter(
    (other) => other !== name,
  )
}

function readKnownPlaces(): (Omit<Place, 'zone'> & { zone: string | undefined })[] {
  const lines = readFileSync(new URL('../src/known-places.txt', import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, kind, label = '', code = '', zone, thousands, labels = '', names = ''] =
        KNOWN_PLACE.exec(line) ?? []
      if (kind === undefined) throw new Error(`Not a place: ${line}`)
      return {
        kind: kind as PlaceRow[0],
        label,
        code: code === 'ZZ' ? '' : code,
        zone,
        thousands: Number(thousands ?? 0),
        labels: labels === '' ? [] : labels.split('|').map((name) => name.trim()),
        names: names.split(', '),
      }
    })
}

/** Places with what is known of them, and the known ones that are not among them. */
function known(kind: PlaceRow[0], places: Place[]): Place[] {
  const byName = Map.groupBy(
    places.flatMap((place) =>
      [place.label, ...place.names].map((name) => [`${place.code}|${fold(name)}`, place] as const),
    ),
    ([name]) => name,
  )
  for (const { zone, thousands, ...place } of knownPlaces.filter((one) => one.kind === kind)) {
    const names = kind === 'country' ? [place.code] : [place.label, ...place.labels, ...place.names]
    const namesakes = names.flatMap((name) =>
      name === '' ? [] : (byName.get(`${place.code}|${fold(name)}`) ?? []).map(([, found]) => found),
    )
    const inZone = namesakes.filter((one) => one.zone === zone)
    const found = inZone.length > 0 ? inZone : namesakes
    const most = Math.max(thousands, ...found.map((one) => one.thousands))
    const inMost = zone ?? found.find((one) => one.thousands === most)?.zone
    if (inMost === undefined) throw new Error(`Needs a zone and thousands of people: ${place.label}`)
    const same = found.filter((one) => zone !== undefined || one.zone === inMost)
    for (const one of same)
      Object.assign(one, {
        // A city that a zone is named after has its names already.
        ...(kind !== 'country' &&
          !one.names.includes(one.zone) && { label: place.label, labels: place.labels }),
        zone: inMost,
        thousands: thousands || most,
        names: [...one.names, one.label, ...place.names],
      })
    if (same.length === 0) places.push({ ...place, zone: inMost, thousands })
  }
  return places
}

/** Of places of the same zone and country with a name in common, one. The label of the first one stays. */
function mergeSame(places: readonly Place[]): Place[] {
  const byName = new Map<string, Place>()
  const merged = new Set<Place>()
  for (const place of places) {
    const keys = [place.label, ...place.labels, ...place.names]
      .filter((name) => name !== '')
      .map((name) => `${place.code}|${place.zone}|${fold(name)}`)
    const [first = place, ...others] = new Set(keys.flatMap((key) => byName.get(key) ?? []))
    for (const other of first === place ? others : [...others, place]) {
      merge(first, other)
      merged.delete(other)
      for (const [key, value] of byName) if (value === other) byName.set(key, first)
    }
    merged.add(first)
    for (const key of keys) byName.set(key, first)
  }
  return [...merged]
}

function merge(place: Place, other: Place): void {
  if (other.kind !== 'city') place.kind = other.kind
  if (place.labels.length === 0) place.labels = other.labels
  place.thousands = Math.max(place.thousands, other.thousands)
  place.names.push(other.label, ...other.labels, ...other.names)
}

/** Countries and the other places; a country that has the name of its city is one place with it. */
function mergeCityStates(all: Place[], places: Place[]): Place[] {
  const byLabel = new Map(all.map((country) => [`${country.zone}|${fold(country.label)}`, country]))
  const others = places.filter((place) => {
    const country = byLabel.get(`${place.zone}|${fold(place.label)}`)
    if (country !== undefined && place.kind === 'city') merge(country, place)
    return country === undefined || place.kind !== 'city'
  })
  return [...all, ...others]
}

type ZonedCity = City & { timezone: string }

/** The zone of a city. The city data lacks some. */
function zoneOf({ iso2, province, lat, lng, timezone }: City): string {
  // Only Xinjiang also uses a time other than Beijing's.
  if (iso2 === 'CN' && timezone === 'Asia/Urumqi' && province !== 'Xinjiang Uygur') return 'Asia/Shanghai'
  return timezone ?? tzLookup(lat, lng)
}

/** The city that each zone is named after. */
function ownCities(): Place[] {
  const countries = loadCountries()
  return [...cityNames].map(([zone, [label = zone, ...labels]]) => ({
    kind: 'city',
    label,
    code: countries.get(zone) ?? '',
    zone,
    thousands: zone === 'UTC' ? 0 : SMALL_CITY,
    labels: labels.map((name) => (name === label ? '' : name)),
    names: [zone, cityInName(zone)],
  }))
}

/** A city that a zone is named after belongs to that zone alone; the city data has an older one or a neighbour's. */
function inOwnZone(places: readonly Place[], own: readonly Place[]): Place[] {
  const zones = new Map(
    own.flatMap(({ code, label, zone, names }) =>
      [label, ...names].map((name) => [`${code}|${fold(name)}`, zone] as const),
    ),
  )
  return places.map((place) => ({
    ...place,
    zone: zones.get(`${place.code}|${fold(place.label)}`) ?? place.zone,
  }))
}

function bigCities(cities: ZonedCity[]): Place[] {
  return cities
    .filter(({ pop }) => pop >= MIN_POPULATION)
    .map(({ city, city_ascii, iso2, timezone, pop }) => ({
      kind: 'city',
      label: city,
      code: /^[A-Z]{2}$/.test(iso2) ? iso2 : (DISPUTED[timezone] ?? ''),
      zone: timezone,
      thousands: Math.round(pop / 1000),
      labels: [],
      names: [city_ascii],
    }))
}

/** Big cities and those that the list of zones has besides. */
function mainCities(big: Place[]): Place[] {
  const known = new Set(
    big.flatMap(({ code, label, names }) => [label, ...names].map((name) => `${code}|${fold(name)}`)),
  )
  const others = timeZones.flatMap(({ name, countryCode: code, mainCities }) =>
    mainCities
      .filter((label) => !known.has(`${code}|${fold(label)}`))
      .map(
        (label): Place => ({
          kind: 'city',
          label,
          code,
          zone: canonical(name),
          thousands: SMALL_CITY,
          labels: [],
          names: [],
        }),
      ),
  )
  return [...big, ...others]
}

/** One per country and zone; its people are those of its cities there. */
function countries(cities: ZonedCity[]): Place[] {
  return timeZones.map(({ countryCode: code, name, group }) => {
    const zones = new Set([name, ...group].map(canonical))
    const people = cities
      .filter(({ iso2, timezone }) => iso2 === code && zones.has(timezone))
      .reduce((sum, { pop }) => sum + pop, 0)
    const own = new Intl.Locale(`und-${code}`).maximize().language ?? 'en'
    const names = [...LANGUAGE_TAGS, own].flatMap((language) =>
      (['long', 'short'] as const).map((style) =>
        new Intl.DisplayNames([language], { type: 'region', style }).of(code),
      ),
    )
    return {
      kind: 'country',
      label: nameInEnglish(code),
      code,
      zone: canonical(name),
      thousands: Math.round(people / 1000),
      labels: [],
      names: [code, ...names.filter((name) => name !== undefined)],
    }
  })
}

/** States and provinces with the zone that most of their people live in. */
function regions(cities: ZonedCity[]): Place[] {
  const inRegions = cities.filter(({ iso2, province }) => province && COUNTRIES_WITH_REGIONS.has(iso2))
  const byRegion = Object.groupBy(inRegions, ({ iso2, province }) => `${iso2}|${province}`)
  return Object.entries(byRegion).map(([key, found = []]) => {
    const [code = '', label = ''] = key.split('|')
    const people = Map.groupBy(found, ({ timezone }) => timezone)
    const sum = (zone: string) => (people.get(zone) ?? []).reduce((total, { pop }) => total + pop, 0)
    const zone = [...people.keys()].toSorted((a, b) => sum(b) - sum(a))[0] ?? 'UTC'
    const total = found.reduce((all, { pop }) => all + pop, 0)
    return { kind: 'region', label, code, zone, thousands: Math.round(total / 1000), labels: [], names: [] }
  })
}

/** A zone's former name belongs to the city it names, if that is another one: `Europe/Belfast` is not London. */
function addFormerNames(places: readonly Place[]): void {
  for (const [former, zone] of Object.entries(formerNames)) {
    const city = cityInName(former)
    // `GB` is a code, and `EST` an abbreviation.
    if (city.length <= MAX_CODE_LETTERS) continue
    const inZone = places.filter((place) => place.zone === zone)
    const named = inZone.find(({ label, names }) =>
      [label, ...names].some((name) => fold(name) === fold(city)),
    )
    const target = named ?? inZone.find(({ names }) => names.includes(zone))
    target?.names.push(former, ...(NAMED_AFTER_CITIES.test(former) ? [city] : []))
  }
}

/** Windows' names belong to the cities that its zones are mapped to: `Romance Standard Time` is Paris. */
function addWindowsNames(places: readonly Place[]): void {
  for (const { territory, windowsName, iana } of WINDOWS_TO_IANA_MAP) {
    const zone = canonical(WINDOWS_ZONES[windowsName] ?? iana[0] ?? '')
    if (territory === '001') places.find(({ names }) => names.includes(zone))?.names.push(windowsName)
  }
}
