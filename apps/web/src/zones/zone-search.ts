import { distance } from 'fastest-levenshtein'
import type { ServiceClocks } from '../clock/service-clocks.ts'
import { ABBREVIATIONS } from './abbreviations.ts'
import { fold, type Place } from './places.ts'
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
 * Typing errors count only where nothing matches, from five letters.
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
  const toPlaces = (zones: readonly string[]) => zones.flatMap((zone) => representative.get(zone) ?? [])

  function search(query: string, now: Temporal.Instant): SearchResult {
    const text = fold(query)
    if (text === '') return { kind: 'matches', places: [] }
    const byTime = zonesByTime(query.trim(), representative.keys(), { now, clocks })
    if (byTime !== undefined) return { kind: 'matches', places: byMostPeople(toPlaces(byTime)) }
    const meant = Object.hasOwn(ABBREVIATIONS, text) ? toPlaces(ABBREVIATIONS[text] ?? []) : []
    if (meant.length > 1) return { kind: 'choice', places: meant }
    const named = byName(places, text)
    const found = [...new Set([...meant, ...named])].slice(0, MAX_RESULTS)
    return found.length > 0 ? { kind: 'matches', places: found } : byDistance(places, text)
  }

  return search
}

function byMostPeople(places: Place[]): Place[] {
  return places.toSorted((a, b) => b.thousands - a.thousands)
}

/** Relies on `places` being ordered by population: sorting is stable. */
function byName(places: readonly Place[], text: string): Place[] {
  const ranked = places.map((place) => ({ place, rank: rankOf(place, text) })).filter(({ rank }) => rank > 0)
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ place }) => place)
}

/** 3: a name is exactly this; 2: one begins with it; 1: a later word of one does. */
function rankOf({ names, country }: Place, text: string): number {
  if (names.includes(text)) return 3
  if (names.some((name) => name.startsWith(text))) return 2
  if (names.some((name) => name.includes(` ${text}`))) return 1
  // `Paris France`, `Berlin, Deutschland`
  return country !== '' && names.some((name) => text === `${name} ${fold(country)}`) ? 3 : 0
}

function byDistance(places: readonly Place[], text: string): SearchResult {
  const measured = places
    .map((place) => ({ place, far: Math.min(...place.names.map((name) => distance(text, name))) }))
    .toSorted((a, b) => a.far - b.far)
  const allowed = text.length >= 2 * MIN_TYPO_LETTERS - 2 ? 2 : 1
  const near = measured.filter(({ far }) => far <= allowed)
  if (text.length >= MIN_TYPO_LETTERS && near.length > 0)
    return { kind: 'matches', places: near.map(({ place }) => place).slice(0, MAX_RESULTS) }
  const related = places
    .map((place) => ({ place, unlike: Math.min(...place.names.map((name) => unlikeness(text, name))) }))
    .toSorted((a, b) => a.unlike - b.unlike)
  return { kind: 'closest', places: related.slice(0, CLOSEST_RESULTS).map(({ place }) => place) }
}

/** 0 for the same text, 1 for texts without anything in common. */
function unlikeness(text: string, name: string): number {
  return distance(text, name) / Math.max(text.length, name.length)
}
