import { distance } from 'fastest-levenshtein'
import type { ServiceClocks } from '../clock/service-clocks.ts'
import { ABBREVIATIONS } from './abbreviations.ts'
import { AFTER_NAME, BEFORE_NAME, createNameIndex, type NameIndex } from './name-index.ts'
import { fold, type Place } from './places.ts'
import { TIME_NAMES, withoutTime } from './time-names.ts'
import { zonesByTime } from './time-query.ts'

/** `choice`: an abbreviation with several meanings. `closest`: nothing matches, these are the nearest names. */
export type SearchResult = { kind: 'matches' | 'choice' | 'closest'; places: Place[] }

export type ZoneSearch = (query: string, now: Temporal.Instant) => SearchResult

const MAX_RESULTS = 60
const CLOSEST_RESULTS = 3
const MIN_TYPO_LETTERS = 5

/**
 * Finds places by name in any of their languages, by abbreviation, by offset now (`+5:30`, `utc-3`) and by the time
 * there now (`14:30`, `9pm`). Ranks exact names before prefixes before prefixes of later words, then by population.
 * If nothing matches, `London time` is searched as `London`; only then are typos tolerated, from five letters.
 */
export function createZoneSearch(places: readonly Place[], clocks?: ServiceClocks): ZoneSearch {
  // The place to show for a zone: its own city, else the largest.
  const representative = new Map<string, Place>()
  for (const place of places) {
    const known = representative.get(place.zone)
    const isOwn = place.names.includes(fold(place.zone))
    if (known === undefined || (isOwn && !known.names.includes(fold(place.zone))))
      representative.set(place.zone, place)
  }
  const index = createNameIndex(places)
  const toPlaces = (zones: readonly string[]) => zones.flatMap((zone) => representative.get(zone) ?? [])

  function search(query: string, now: Temporal.Instant): SearchResult {
    const text = fold(query)
    if (text === '') return { kind: 'matches', places: [] }
    const byTime = zonesByTime(query.trim(), representative.keys(), { now, clocks })
    if (byTime !== undefined) return { kind: 'matches', places: byMostPeople(toPlaces(byTime)) }
    const inner = withoutTime(text)
    const meant = toPlaces(entry(ABBREVIATIONS, text) ?? entry(TIME_NAMES, inner) ?? [])
    if (meant.length > 1) return { kind: 'choice', places: meant }
    const named = byName(index, text)
    const found = [...new Set([...meant, ...named])].slice(0, MAX_RESULTS)
    if (found.length > 0) return { kind: 'matches', places: found }
    return inner === undefined ? byDistance(places, text) : search(inner, now)
  }

  return search
}

/** Not `table[key]`, which finds `constructor` too. */
function entry(table: Record<string, string[]>, key: string | undefined): string[] | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}

function byMostPeople(places: Place[]): Place[] {
  return places.toSorted((a, b) => b.thousands - a.thousands)
}

/** Names that are exactly this first, then those that begin with it, then those with a later word that does. */
function byName(index: NameIndex, text: string): Place[] {
  const exact = [...exactly(index, text), ...withArea(index, text)]
  const found = new Set(exact)
  for (const part of [`${BEFORE_NAME}${text}`, ` ${text}`])
    for (const place of index.find(part)) {
      if (found.size >= MAX_RESULTS) return [...found]
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

function byDistance(places: readonly Place[], text: string): SearchResult {
  if (text.length >= MIN_TYPO_LETTERS) {
    const allowed = text.length >= 2 * MIN_TYPO_LETTERS - 2 ? 2 : 1
    const near = withTypos(places, text, allowed)
    if (near.length > 0) return { kind: 'matches', places: near.slice(0, MAX_RESULTS) }
  }
  return { kind: 'closest', places: closest(places, text) }
}

function withTypos(places: readonly Place[], text: string, allowed: number): Place[] {
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

function closest(places: readonly Place[], text: string): Place[] {
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
