import { distance } from 'fastest-levenshtein'
import { fold } from './fold.ts'
import { otherForms, withoutArticle } from './name-forms.ts'
import { BEFORE_NAME, createNameIndex, type NameIndex } from './name-index.ts'
import { parseOffset } from './parse-offset.ts'
import { createPlaces, type OtherNames, type Place, type PlaceRow } from './places.ts'
import { isOwnTime, withoutTime } from './time-names.ts'
import { HALF_A_YEAR_MS, type OffsetMinutes, zonesByTime } from './time-query.ts'
import { toLatin } from './to-latin.ts'

/** What the search knows, as plain data. The zones of each abbreviation are in order, most people first. */
export type SearchData = {
  rows: readonly PlaceRow[]
  otherNames: OtherNames
  abbreviations: Record<string, string[]>
  /** Of times named after no place: `pacific` for `Pacific Standard Time`. */
  timeNames: Record<string, string[]>
}

export type SearchResult = {
  /** `choice`: an abbreviation with several meanings. */
  kind: 'matches' | 'choice'
  /** None if nothing is like the query. */
  places: Place[]
  /** How many of the first places are exactly what the query says; the others only begin like it. */
  exact: number
}

/** Who asks, and when. */
export type Asking = {
  /** Milliseconds since 1970. */
  at: number
  /** The canonical zone in which they are, if it is known: the time that is `here`. */
  zone?: string | undefined
  /** The ISO code of the country whose places come first; that of `zone` unless stated. */
  region?: string | undefined
  /** The text is not one that is still being typed: up to four letters has exact matches only. */
  isComplete?: boolean
}

export type ZoneSearch = {
  search(query: string, asking: Asking): SearchResult
  /** The city of each zone. */
  ownPlaces: Place[]
  /** The same, those in a country first, then most people first. */
  largest(region: string | undefined): Place[]
}

export type ZoneSearchOptions = {
  offsetMinutes: OffsetMinutes
  /** Whether a zone can be picked; by default every one. */
  accepts?: (zone: string) => boolean
  /** What the zone data calls the time in a zone at a moment. With it, an abbreviation also finds all zones that have it. */
  abbreviationAt?: (zone: string, at: number) => string | undefined
}

const MAX_RESULTS = 60
const MIN_TYPO_LETTERS = 5
// A longer text is more than a code.
const CODE = /^[a-z].{0,3}$/u
const COUNTRY_CODE_LETTERS = 2
const DAY_MS = 86_400_000
// London in Ontario is not what Canadians look for.
const MAX_TIMES_LARGER = 5

/**
 * Finds places by name in any of their languages, by code of country or airport, by abbreviation, by offset at the
 * moment (`+5:30`, `utc-3`) and by the time there (`14:30`, `9pm`). Ranks exact names before prefixes before prefixes of
 * later words, then by population; of namesakes and of the meanings of an abbreviation, those in the reader's country
 * come first. If nothing matches, `London time` and `London Hbf` are searched as `London` and `Asia/Mumbai` as `Mumbai`;
 * only then are typos tolerated, from five letters.
 */
export function createZoneSearch(
  { rows, otherNames, abbreviations, timeNames }: SearchData,
  { offsetMinutes, accepts = () => true, abbreviationAt }: ZoneSearchOptions,
): ZoneSearch {
  const places = createPlaces(rows, otherNames).filter(({ zone }) => accepts(zone))
  const index = createNameIndex(places)
  const { representative, ownPlaces, toPlaces, byMostPeople, largest } = groupByZone(places)
  const byDistance = createTypoSearch(places)
  const insideOf = createInsideOf(index, places, abbreviations)
  const nameIn = createNameIn(index, abbreviations)
  const inParts = createInParts(index, abbreviations, offsetMinutes)
  const called = createCalled(largest(undefined), abbreviationAt)

  function search(query: string, asking: Asking): SearchResult {
    const text = fold(query)
    const here = representative.get(asking.zone ?? '')
    const region = asking.region ?? here?.code
    if (text === '') return NOTHING
    if (isOwnTime(text)) return allExact('matches', here === undefined ? [] : [here])
    const byTime = zonesByTime(query, representative.keys(), { ...asking, offsetMinutes })
    if (byTime !== undefined) return allExact('matches', toPlaces(byMostPeople(byTime)))
    const { first = '', last } = IN_AREA.exec(query)?.groups ?? {}
    const isInside = last === undefined ? undefined : insideOf(first)
    const inner = withoutTime(text)
    const whole = inOrder(index.exactly(text), query.trim(), region)
    const named = whole.length > 0 ? whole : inParts(query, asking).filter(isInside ?? Boolean)
    const zones =
      entry(abbreviations, text) ?? (named.length > 0 ? [] : entry(timeNames, inner ?? text)) ?? []
    const meant = regionFirst(toPlaces(zones), region)
    const kind = meant.length > 1 ? 'choice' : 'matches'
    const known = kind === 'choice' ? [] : named
    const exact = new Set(regionFirst([...meant, ...known], meant.length > 0 ? region : undefined))
    const isCode = (asking.isComplete && CODE.test(text)) || kind === 'choice'
    const found = withBeginnings(isCode ? undefined : index, text, [...exact, ...called(text, asking.at)])
    if (found.length > 0) return { kind, places: found, exact: exact.size }
    const other = withoutOffset(query) ?? nameIn(text) ?? inner
    const again = (otherText: string) => search(otherText, asking)
    if (other !== undefined) return again(other)
    if (last === undefined) return orInLatin(isCode ? NOTHING : byDistance(text), query, again)
    if (isInside === undefined && insideOf(last) !== undefined) return again(`${last}/${first}`)
    const inside = narrow(again(last), isInside)
    return inside.places.length > 0 ? inside : byDistance(text)
  }

  return { search, ownPlaces, largest }
}

// `America/New_York`, `America/Indiana/Knox`, `Europe\\Berlin`
const IN_AREA = /^(?<first>[^/\\]*)[/\\](?:.*[/\\])?(?<last>[^/\\]*)$/s

// As calendars and Windows write it: `(GMT+01:00) Berlin`.
const OFFSET =
  /^(?:\((?:UTC|GMT)\)|\(?(?:UTC|GMT) ?[+−-]\d{1,2}(?::?\d\d)?\)?)(?=[ ,]) *|[ ,]+\(?(?:UTC|GMT) ?[+−-]\d{1,2}(?::?\d\d)?\)?$/i

/** What is near a text or, if nothing is, what its Latin transcription finds. */
function orInLatin(near: SearchResult, text: string, search: (text: string) => SearchResult): SearchResult {
  if (near.places.length > 0) return near
  return (
    toLatin(text)
      .map(search)
      .find(({ places }) => places.length > 0) ?? near
  )
}

/**
 * Finds a place beside its area, `Paris France`, or its time's abbreviation, `Berlin CET`, and the places of a list,
 * `(UTC+01:00) Amsterdam, Berlin, Bern` as Windows has it, that have the time beside them. None of a list without a time
 * unless most of its names are known.
 */
function createInParts(
  index: NameIndex,
  abbreviations: SearchData['abbreviations'],
  offsetMinutes: OffsetMinutes,
) {
  const first = (
    name: string,
    at: number,
    hasTime: (offset: number | undefined, moment: number) => boolean,
  ) =>
    inOrder(index.exactly(name), name, undefined)
      .filter(({ zone }) =>
        [at, at + HALF_A_YEAR_MS].some((moment) => hasTime(offsetMinutes(zone, moment), moment)),
      )
      .slice(0, 1)

  return (query: string, { at, isComplete }: Asking): Place[] => {
    const text = fold(query)
    const inArea = withArea(index, text, (rest) => entry(abbreviations, rest) !== undefined)
    if (inArea.length > 0) return inArea
    const offset = parseOffset(/^\(?((?:UTC|GMT)[^()\s]+)/i.exec(query)?.[1] ?? '')
    const isList = !isComplete && (offset !== undefined || query.includes(','))
    const names = isList ? query.replace(OFFSET, '').split(',').map(fold) : []
    const listed = names.flatMap((name) => first(name, at, (own) => own === (offset ?? own)))
    const enough = offset === undefined ? Math.max(1, names.length / 2) : 0
    if (listed.length > enough) return listed
    const words = text.split(' ')
    const sides = words.slice(1).map((_, place) => [words.slice(0, place + 1), words.slice(place + 1)])
    return sides
      .flatMap(([before = [], after = []]) => [
        [before.join(' '), after.join(' ')],
        [after.join(' '), before.join(' ')],
      ])
      .flatMap(([beside, name = '']) => {
        const zones = entry(abbreviations, beside)
        if (zones === undefined) return []
        return first(name, at, (own, moment) => zones.some((zone) => offsetMinutes(zone, moment) === own))
      })
  }
}

/** The name beside an offset; undefined without one. */
function withoutOffset(query: string): string | undefined {
  const rest = query.trim().replace(OFFSET, '')
  return rest === query.trim() ? undefined : rest
}

const NOTHING: SearchResult = { kind: 'matches', places: [], exact: 0 }

function allExact(kind: SearchResult['kind'], places: Place[]): SearchResult {
  return { kind, places, exact: places.length }
}

/**
 * Namesakes in the order in which they are meant: those in the reader's country, unless a city elsewhere is far larger;
 * countries before their cities, except for codes such as `LA`; the city that a zone is named after; most people.
 */
function inOrder(places: readonly Place[], query: string, region: string | undefined): Place[] {
  // In Arabic, only the accents distinguish Amman from Oman.
  const text = fold(query)
  const hasAccents = text !== query.toLowerCase()
  const kinds = text.length <= COUNTRY_CODE_LETTERS ? ['city', 'country', 'region'] : ['country']
  const largest = Math.max(0, ...places.map(({ kind, thousands }) => (kind === 'city' ? thousands : 0)))
  const isNear = ({ kind, code, thousands }: Place) =>
    code === region && (kind !== 'city' || thousands * MAX_TIMES_LARGER >= largest)
  const rank = (place: Place) => [
    hasAccents && !place.labels.includes(query) ? 1 : 0,
    isNear(place) ? 0 : 1,
    kinds.includes(place.kind) ? kinds.indexOf(place.kind) : kinds.length,
    place.isOwn ? 0 : 1,
    -place.thousands,
  ]
  return places
    .map((place) => ({ place, ranks: rank(place) }))
    .toSorted((a, b) => a.ranks.map((own, at) => own - (b.ranks[at] ?? 0)).find((apart) => apart !== 0) ?? 0)
    .map(({ place }) => place)
}

function regionFirst(places: Place[], region: string | undefined): Place[] {
  return places.toSorted((a, b) => Number(b.code === region) - Number(a.code === region))
}

/** Finds the places whose time has an abbreviation now or in half a year, in their order. Keeps those of a day. */
function createCalled(places: readonly Place[], abbreviationAt: ZoneSearchOptions['abbreviationAt']) {
  let kept: { day: number; byName: Map<string, Place[]> } | undefined
  return (text: string, at: number): readonly Place[] => {
    if (abbreviationAt === undefined) return []
    const day = Math.floor(at / DAY_MS)
    if (kept?.day !== day) {
      const namesOf = ({ zone }: Place) =>
        new Set([at, at + HALF_A_YEAR_MS].map((moment) => fold(abbreviationAt(zone, moment) ?? '')))
      const pairs = places.flatMap((place) => [...namesOf(place)].map((name) => ({ name, place })))
      const groups = Map.groupBy(pairs, ({ name }) => name)
      kept = { day, byName: new Map([...groups].map(([name, all]) => [name, all.map(({ place }) => place)])) }
    }
    return kept.byName.get(text) ?? []
  }
}

/** Finds the name that a text is another form of. */
function createNameIn(index: NameIndex, abbreviations: SearchData['abbreviations']) {
  const isName = (text: string) => entry(abbreviations, text) !== undefined || index.exactly(text).length > 0
  return (text: string): string | undefined => {
    const area = withoutArticle(text)
    const isArea = area !== undefined && index.exactly(area).some(({ kind }) => kind !== 'city')
    return isArea ? area : otherForms(text).find((form) => form !== text && isName(form))
  }
}

/** The test for places in what stands before a slash: `Europe`, or a country; undefined for any other text. */
function createInsideOf(
  index: NameIndex,
  places: readonly Place[],
  abbreviations: SearchData['abbreviations'],
) {
  const areas = new Set(places.map(({ zone }) => areaOf(zone)))
  return (text: string): ((place: Place) => boolean) | undefined => {
    const area = fold(text)
    if (areas.has(area)) return ({ zone }) => areaOf(zone) === area
    if (entry(abbreviations, area) !== undefined) return undefined
    const countries = index.exactly(area).filter(({ kind }) => kind === 'country')
    const codes = new Set(countries.map(({ code }) => code))
    return codes.size > 0 ? ({ code }) => codes.has(code) : undefined
  }
}

/** What of a result passes the test, if there is one; nothing is only close. */
function narrow(result: SearchResult, test: ((place: Place) => boolean) | undefined): SearchResult {
  if (test === undefined) return result
  const places = result.places.filter(test)
  const exact = result.places.slice(0, result.exact).filter(test).length
  return { kind: result.kind, places, exact }
}

/** `america` for `America/New_York`. */
function areaOf(zone: string): string {
  const [first = '', second] = zone.split('/')
  return second === undefined ? 'etc' : first.toLowerCase()
}

/** The place to show for each zone, its own city or else the largest, and how many people its places have. */
function groupByZone(places: readonly Place[]) {
  const representative = new Map<string, Place>()
  const people = new Map<string, number>()
  for (const place of places) {
    const { zone, kind, thousands, isOwn } = place
    const known = representative.get(zone)
    if (known === undefined || (isOwn && !known.isOwn)) representative.set(zone, place)
    if (kind === 'city') people.set(zone, (people.get(zone) ?? 0) + thousands)
  }
  const peopleIn = (zone: string) => people.get(zone) ?? 0
  const byMostPeople = (zones: readonly string[]) => zones.toSorted((a, b) => peopleIn(b) - peopleIn(a))
  const toPlaces = (zones: readonly string[]) => zones.flatMap((zone) => representative.get(zone) ?? [])
  const largest = (region: string | undefined) =>
    regionFirst(toPlaces(byMostPeople([...representative.keys()])), region)
  return { representative, ownPlaces: [...representative.values()], toPlaces, byMostPeople, largest }
}

/** The zones in a table. Not `table[key]`, which finds `constructor` too. */
function entry(table: Record<string, string[]>, key: string | undefined): string[] | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}

/** The exact places, then those with a name that begins with the text, then those with a later word that does. */
function withBeginnings(index: NameIndex | undefined, text: string, exact: readonly Place[]): Place[] {
  const found = new Set(exact)
  if (index === undefined) return [...found].slice(0, MAX_RESULTS)
  for (const part of [`${BEFORE_NAME}${text}`, ` ${text}`])
    for (const place of index.find(part)) {
      if (found.size >= MAX_RESULTS) return [...found].slice(0, MAX_RESULTS)
      found.add(place)
    }
  return [...found]
}

/** `Paris France`, `Berlin, Deutschland`, `Portland, Maine`, `Germany Berlin`, `London Heathrow` */
function withArea(index: NameIndex, text: string, isAbbreviation: (text: string) => boolean): Place[] {
  const words = text.split(' ')
  return words.slice(1).flatMap((_, at) => {
    const rest = words.slice(at + 1).join(' ')
    const [before, after] = [index.exactly(words.slice(0, at + 1).join(' ')), index.exactly(rest)]
    const inside = [
      ...before.filter((place) => after.includes(place)),
      ...placesInside(before, after),
      ...placesInside(after, before),
    ]
    if (inside.length > 0 || !before.some(({ kind }) => kind === 'city')) return inside
    // The list has only large cities. For a small one, the region is at least the right place, unless its zone is not
    // that of the whole region. A country is too, but two letters may mean anything.
    const around = after.filter(
      ({ kind, code }) =>
        (kind === 'region' && code !== '') ||
        // In German, Iceland is Island.
        (kind === 'country' &&
          rest.length > COUNTRY_CODE_LETTERS &&
          rest !== 'island' &&
          !isAbbreviation(rest)),
    )
    return [...around, ...before.filter(({ code }) => around.some((area) => area.code === code))]
  })
}

/** Only a region's zone is known, so it must be the city's: a namesake elsewhere in the country may have another time. */
function placesInside(places: readonly Place[], areas: readonly Place[]): Place[] {
  return places.filter(({ kind, code, zone }) =>
    areas.some(
      (area) =>
        kind !== 'country' &&
        area.code === code &&
        (area.kind === 'country' || (area.kind === 'region' && area.zone === zone)),
    ),
  )
}

function createTypoSearch(places: readonly Place[]): (text: string) => SearchResult {
  let byLength: Map<number, { place: Place; name: string }[]> | undefined
  return (text) => {
    if (text.length < MIN_TYPO_LETTERS) return NOTHING
    // Made when first needed: most queries have no typo.
    byLength ??= Map.groupBy(
      places.flatMap((place) => place.names.map((name) => ({ place, name }))),
      ({ name }) => name.length,
    )
    const allowed = text.length >= 2 * MIN_TYPO_LETTERS - 2 ? 2 : 1
    const swapped = new Set(swapNeighbours(text))
    const words = text.split(' ')
    const near = new Map<Place, number>()
    for (let length = text.length - allowed; length <= text.length + allowed; length++)
      for (const { place, name } of byLength.get(length) ?? []) {
        const far = swapped.has(name) ? 1 : distance(text, name)
        if (far > Math.min(allowed, near.get(place) ?? allowed) || !hasWords(name, words)) continue
        // Narnia is not Sarnia: the first letter is rarely wrong.
        if (name[0] !== text[0] && !swapped.has(name)) continue
        near.set(place, far)
      }
    // Of equally near ones, most people first.
    const nearest = [...near]
      .toSorted(([a, far], [b, further]) => far - further || b.thousands - a.thousands)
      .map(([place]) => place)
    return { kind: 'matches', places: nearest.slice(0, MAX_RESULTS), exact: 0 }
  }
}

/** Whether a name has as many words, or the same letters: `newyork` is New York, but `us west` is not one word. */
function hasWords(name: string, words: readonly string[]): boolean {
  return name.split(' ').length === words.length || name.replaceAll(' ', '') === words.join('')
}

/** The text with each pair of neighbouring letters swapped: one typo, but two edits to `distance`. */
function swapNeighbours(text: string): string[] {
  return Array.from(text.slice(1), (letter, at) => text.slice(0, at) + letter + text[at] + text.slice(at + 2))
}
