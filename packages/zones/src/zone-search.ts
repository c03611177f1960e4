import { distance } from 'fastest-levenshtein'
import { ABBREVIATIONS } from './abbreviations.ts'
import { AFTER_NAME, BEFORE_NAME, createNameIndex, type NameIndex } from './name-index.ts'
import { fold, type Place } from './places.ts'
import { TIME_NAMES, withoutTime } from './time-names.ts'
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

/**
 * Finds places by name in any of their languages, by abbreviation, by offset at the moment (`+5:30`, `utc-3`) and by the
 * time there (`14:30`, `9pm`). Ranks exact names before prefixes before prefixes of later words, then by population.
 * If nothing matches, `London time` is searched as `London` and `Asia/Mumbai` as `Mumbai`; only then are typos
 * tolerated, from five letters.
 * Without `closest`, which compares every name, a miss has no places.
 */
export function createZoneSearch(
  places: readonly Place[],
  { offsetMinutes, closest = true }: { offsetMinutes: OffsetMinutes; closest?: boolean },
): ZoneSearch {
  const index = createNameIndex(places)
  const { representative, byMostPeople } = groupByZone(places)
  const toPlaces = (zones: readonly string[]) => zones.flatMap((zone) => representative.get(zone) ?? [])

  function search(query: string, at: number): SearchResult {
    const text = fold(query)
    if (text === '') return { kind: 'matches', places: [], exact: 0 }
    const byTime = zonesByTime(query, representative.keys(), { at, offsetMinutes })
    if (byTime !== undefined) return allExact('matches', toPlaces(byMostPeople(byTime)))
    const inner = withoutTime(text)
    const named = [...exactly(index, text), ...withArea(index, text)]
    const meant = toPlaces(
      entry(ABBREVIATIONS, text) ?? (named.length > 0 ? undefined : entry(TIME_NAMES, inner)) ?? [],
    )
    if (meant.length > 1) return allExact('choice', meant)
    const exact = new Set([...meant, ...named])
    const found = withBeginnings(index, text, exact)
    if (found.length > 0) return { kind: 'matches', places: found, exact: exact.size }
    if (inner !== undefined) return search(inner, at)
    const slash = query.lastIndexOf('/')
    if (slash < 0) return byDistance(text)
    const inside = inArea(search(query.slice(slash + 1), at), query)
    const near = inside.kind === 'closest' ? withTypos(places, text, 1) : []
    return near.length > 0 ? { kind: 'matches', places: near, exact: 0 } : inside
  }

  function byDistance(text: string): SearchResult {
    const near = withTypos(places, text).slice(0, MAX_RESULTS)
    if (near.length > 0) return { kind: 'matches', places: near, exact: 0 }
    return { kind: 'closest', places: closest ? closestTo(places, text) : [], exact: 0 }
  }

  return search
}

function allExact(kind: SearchResult['kind'], places: Place[]): SearchResult {
  return { kind, places, exact: places.length }
}

/** Of namesakes, first the one in the area that the text names: in America for `America/Birmingham`. */
function inArea({ places, exact, kind }: SearchResult, text: string): SearchResult {
  const area = text.slice(0, text.indexOf('/') + 1).toLowerCase()
  const rank = (place: Place, index: number) =>
    (index < exact ? 0 : 2) + (place.zone.toLowerCase().startsWith(area) ? 0 : 1)
  const ranked = places.map((place, index) => ({ place, rank: rank(place, index) }))
  return { kind, exact, places: ranked.toSorted((a, b) => a.rank - b.rank).map(({ place }) => place) }
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

/** Not `table[key]`, which finds `constructor` too. */
function entry(table: Record<string, string[]>, key: string | undefined): string[] | undefined {
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

/** `Paris France`, `Berlin, Deutschland`, `Portland, Maine` */
function withArea(index: NameIndex, text: string): Place[] {
  const words = text.split(' ')
  return words.slice(1).flatMap((_, at) => {
    const cities = exactly(index, words.slice(0, at + 1).join(' '))
    const areas = exactly(index, words.slice(at + 1).join(' ')).filter(({ kind }) => kind !== 'city')
    // Only a region's zone is known, so it must be the city's: a namesake elsewhere in the country may have another
    // time.
    const inside = cities.filter(({ code, zone }) =>
      areas.some((area) => area.code === code && (area.kind === 'country' || area.zone === zone)),
    )
    // The list has only large cities. For a small one, the region is at least the right place.
    return inside.length > 0 || cities.length === 0 ? inside : areas
  })
}

function exactly(index: NameIndex, name: string): Place[] {
  return [...index.find(`${BEFORE_NAME}${name}${AFTER_NAME}`)]
}

function withTypos(
  places: readonly Place[],
  text: string,
  allowed = text.length >= 2 * MIN_TYPO_LETTERS - 2 ? 2 : 1,
): Place[] {
  if (text.length < MIN_TYPO_LETTERS) return []
  const swapped = new Set(swapNeighbours(text))
  const measured = places.map((place) => {
    // The other names differ too much in length.
    const names = place.names.filter((name) => Math.abs(name.length - text.length) <= allowed)
    return { place, far: Math.min(...names.map((name) => (swapped.has(name) ? 1 : distance(text, name)))) }
  })
  const near = measured.filter(({ far }) => far <= allowed).toSorted((a, b) => a.far - b.far)
  return near.map(({ place }) => place)
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
