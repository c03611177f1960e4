import { distance } from 'fastest-levenshtein'
import { ABBREVIATIONS } from './abbreviations.ts'
import { BEFORE_NAME, createNameIndex, type NameIndex } from './name-index.ts'
import { fold, type Place } from './places.ts'
import { isOwnTime, TIME_NAMES, withoutTime } from './time-names.ts'
import { type OffsetMinutes, zonesByTime } from './time-query.ts'

export type SearchResult = {
  /** `choice`: an abbreviation with several meanings. `closest`: nothing matches, these are the nearest names. */
  kind: 'matches' | 'choice' | 'closest'
  places: Place[]
  /** How many of the first places are exactly what the query says; the others only begin like it. */
  exact: number
}

/** What a query finds at a moment, in milliseconds since 1970. */
export type ZoneSearch = (query: string, at: number) => SearchResult

const MAX_RESULTS = 60
const CLOSEST_RESULTS = 3
const MIN_TYPO_LETTERS = 5
// A longer text is more than a code.
const MAX_CODE_LETTERS = 4

/**
 * Finds places by name in any of their languages, by abbreviation, by offset at the moment (`+5:30`, `utc-3`) and by the
 * time there (`14:30`, `9pm`). Ranks exact names before prefixes before prefixes of later words, then by population.
 * If nothing matches, `London time` is searched as `London` and `Asia/Mumbai` as `Mumbai`; only then are typos
 * tolerated, from five letters.
 * With `complete`, the text is not one that is still being typed: up to four letters has exact matches only,
 * and a miss has no places.
 */
export function createZoneSearch(
  places: readonly Place[],
  { offsetMinutes, complete = false }: { offsetMinutes: OffsetMinutes; complete?: boolean },
): ZoneSearch {
  const index = createNameIndex(places)
  const insideOf = createInsideOf(index, places)
  const { representative, byMostPeople } = groupByZone(places)
  const withTypos = createTypoSearch(places)
  const toPlaces = (zones: readonly string[]) => zones.flatMap((zone) => representative.get(zone) ?? [])

  function search(query: string, at: number): SearchResult {
    const text = fold(query)
    if (text === '') return { kind: 'matches', places: [], exact: 0 }
    if (isOwnTime(text)) return NOTHING
    const byTime = zonesByTime(query, representative.keys(), { at, offsetMinutes })
    if (byTime !== undefined) return allExact('matches', toPlaces(byMostPeople(byTime)))
    const [first = '', ...others] = query.split(/[/\\]/)
    const last = others.at(-1)
    const isInside = last === undefined ? undefined : insideOf(first)
    const inner = withoutTime(text)
    const whole = index.exactly(text)
    const named = whole.length > 0 ? whole : withArea(index, text).filter(isInside ?? Boolean)
    const meant = toPlaces(
      entry(ABBREVIATIONS, text) ?? (named.length > 0 ? undefined : entry(TIME_NAMES, inner ?? text)) ?? [],
    )
    if (meant.length > 1) return allExact('choice', meant)
    const exact = new Set([...meant, ...named])
    const isCode = complete && text.length <= MAX_CODE_LETTERS && /^[a-z]/.test(text)
    const found = isCode ? [...exact] : withBeginnings(index, text, exact)
    if (found.length > 0) return { kind: 'matches', places: found, exact: exact.size }
    if (inner !== undefined) return search(inner, at)
    if (last === undefined) return isCode ? NOTHING : byDistance(text)
    if (isInside === undefined && insideOf(last) !== undefined) return search(`${last}/${first}`, at)
    const inside = narrow(search(last, at), isInside)
    if (inside.kind !== 'closest') return inside
    const near = withTypos(text)
    return near.length > 0 ? { kind: 'matches', places: near, exact: 0 } : inside
  }

  function byDistance(text: string): SearchResult {
    const near = withTypos(text).slice(0, MAX_RESULTS)
    if (near.length > 0) return { kind: 'matches', places: near, exact: 0 }
    return { kind: 'closest', places: complete ? [] : closestTo(places, text), exact: 0 }
  }

  return search
}

const NOTHING: SearchResult = { kind: 'closest', places: [], exact: 0 }

function allExact(kind: SearchResult['kind'], places: Place[]): SearchResult {
  return { kind, places, exact: places.length }
}

/** The test for places in what stands before a slash: `Europe`, or a country; undefined for any other text. */
function createInsideOf(index: NameIndex, places: readonly Place[]) {
  const areas = new Set(places.map(({ zone }) => areaOf(zone)))
  return (text: string): ((place: Place) => boolean) | undefined => {
    const area = fold(text)
    if (areas.has(area)) return ({ zone }) => areaOf(zone) === area
    if (entry(ABBREVIATIONS, area) !== undefined) return undefined
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
  return { kind: places.length > 0 ? result.kind : 'closest', places, exact }
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
    const { zone, kind, names, thousands } = place
    const known = representative.get(zone)
    const isOwn = names.includes(fold(zone))
    if (known === undefined || (isOwn && !known.names.includes(fold(zone)))) representative.set(zone, place)
    if (kind === 'city') people.set(zone, (people.get(zone) ?? 0) + thousands)
  }
  const peopleIn = (zone: string) => people.get(zone) ?? 0
  const byMostPeople = (zones: readonly string[]) => zones.toSorted((a, b) => peopleIn(b) - peopleIn(a))
  return { representative, byMostPeople }
}

/** The zones in a table. Not `table[key]`, which finds `constructor` too. */
export function entry(table: Record<string, string[]>, key: string | undefined): string[] | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}

/** The exact places, then those with a name that begins with the text, then those with a later word that does. */
function withBeginnings(index: NameIndex, text: string, exact: ReadonlySet<Place>): Place[] {
  const found = new Set(exact)
  for (const part of [`${BEFORE_NAME}${text}`, ` ${text}`])
    for (const place of index.find(part)) {
      if (found.size >= MAX_RESULTS) return [...found].slice(0, MAX_RESULTS)
      found.add(place)
    }
  return [...found]
}

/** `Paris France`, `Berlin, Deutschland`, `Portland, Maine`, `Germany Berlin` */
function withArea(index: NameIndex, text: string): Place[] {
  const words = text.split(' ')
  return words.slice(1).flatMap((_, at) => {
    const rest = words.slice(at + 1).join(' ')
    const [before, after] = [index.exactly(words.slice(0, at + 1).join(' ')), index.exactly(rest)]
    const inside = [...placesInside(before, after), ...placesInside(after, before)]
    if (inside.length > 0 || !before.some(({ kind }) => kind === 'city')) return inside
    // The list has only large cities. For a small one, the region is at least the right place, unless its zone is not
    // that of the whole region. A country is too, but two letters may mean anything.
    const around = after.filter(
      ({ kind }) =>
        kind === 'region' ||
        (kind === 'country' && rest.length > 2 && entry(ABBREVIATIONS, rest) === undefined),
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

function createTypoSearch(places: readonly Place[]): (text: string) => Place[] {
  let byLength: Map<number, { place: Place; name: string }[]> | undefined
  return (text) => {
    if (text.length < MIN_TYPO_LETTERS) return []
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
    return [...near]
      .toSorted(([a, far], [b, further]) => far - further || b.thousands - a.thousands)
      .map(([place]) => place)
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

function closestTo(places: readonly Place[], text: string): Place[] {
  let best: { place: Place; unlike: number }[] = []
  // Names without a letter in common are no help.
  let limit = 1
  for (const place of places) {
    const unlike = Math.min(...place.names.map((name) => unlikeness(text, name, limit)))
    if (unlike >= limit) continue
    best = [...best, { place, unlike }].toSorted((a, b) => a.unlike - b.unlike).slice(0, CLOSEST_RESULTS)
    if (best.length === CLOSEST_RESULTS) limit = best.at(-1)?.unlike ?? limit
  }
  return best.map(({ place }) => place)
}

/** 0 for the same text, 1 for texts without anything in common. At least `limit` if it cannot be below. */
function unlikeness(text: string, name: string, limit: number): number {
  const longest = Math.max(text.length, name.length)
  if (Math.abs(text.length - name.length) / longest >= limit) return limit
  return distance(text, name) / longest
}
