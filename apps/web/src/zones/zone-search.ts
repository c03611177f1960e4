import uFuzzy from '@leeoniya/ufuzzy'
import { offsetMinutes } from '../clock/zone-time.ts'
import { searchable, type ZoneEntry } from './zone-catalogue.ts'

export type ZoneSearch = (query: string, now: Temporal.Instant) => ZoneEntry[]

const MOST_RESULTS = 60
const OFFSET = /^(?:utc|gmt)?\s*([+−-])\s*(\d{1,2})(?::?([0-5]\d))?$/i
const CLOCK_TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)\s*([ap]m)?$/i
const HOUR = /^(1[0-2]|0?[1-9])\s*([ap]m)$/i
// "The time there" as somebody reads it off a clock across the room.
const CLOCK_TOLERANCE_MINUTES = 10
const DAY_MINUTES = 1440

/**
 * Finds zones by city, country, IANA name old and new, abbreviation, offset now (`+5:30`, `utc-3`) and the time there
 * now (`14:30`, `9pm`), with a typing error in each word. Without a query: the main zones, west to east.
 */
export function createZoneSearch(entries: readonly ZoneEntry[]): ZoneSearch {
  const haystack = entries.map(({ keywords }) => keywords)
  // One error in each word: a letter lost, added, changed, or two that changed places.
  const exact = new uFuzzy({ intraMode: 0 })
  const tolerant = new uFuzzy({ intraMode: 1 })
  const main = entries
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.label.localeCompare(b.label))

  return (query, now) => {
    const text = searchable(query.trim()).replaceAll('_', ' ')
    if (text === '') return main
    const matches = byOffset(text, now) ?? byClockTime(text, now) ?? byAbbreviation(text)
    return [...new Set([...matches, ...byText(text)])].slice(0, MOST_RESULTS)
  }

  function byOffset(text: string, now: Temporal.Instant): ZoneEntry[] | undefined {
    const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? []
    if (hours === undefined) return undefined
    const wanted = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
    return main.filter(({ name }) => offsetMinutes(name, now) === wanted)
  }

  function byClockTime(text: string, now: Temporal.Instant): ZoneEntry[] | undefined {
    const wanted = minuteOfDay(text)
    if (wanted === undefined) return undefined
    const utc = (now.epochMilliseconds / 60_000) % DAY_MINUTES
    return main.filter(({ name }) => {
      const offset = offsetMinutes(name, now)
      if (offset === undefined) return false
      const apart = Math.abs(((utc + offset - wanted + 1.5 * DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2)
      return apart <= CLOCK_TOLERANCE_MINUTES
    })
  }

  /** An abbreviation that several places use gives each of them: which one is meant is for the person to say. */
  function byAbbreviation(text: string): ZoneEntry[] {
    return entries.filter(({ abbreviations }) => abbreviations.includes(text))
  }

  function byText(text: string): ZoneEntry[] {
    const words = text.replaceAll('/', ' ')
    const found = ranked(exact, words)
    // What tolerance would add comes after all these, and would not be shown.
    return found.length >= MOST_RESULTS ? found : [...found, ...ranked(tolerant, words)]
  }

  function ranked(search: uFuzzy, words: string): ZoneEntry[] {
    const [found, info, order] = search.search(haystack, words, 1)
    if (found === null) return []
    const indexes = info && order ? order.map((index) => info.idx[index] ?? 0) : found
    return indexes
      .flatMap((index) => entries[index] ?? [])
      .toSorted((a, b) => closeness(b, words) - closeness(a, words))
  }
}

/** The name of the place itself is what is meant before a country or a zone that it belongs to. */
function closeness({ plainLabel, rank }: ZoneEntry, text: string): number {
  const isMain = rank === undefined ? 0 : 0.5
  if (plainLabel === text) return 4 + isMain
  if (plainLabel.startsWith(text)) return 2 + isMain
  return isMain
}

function minuteOfDay(text: string): number | undefined {
  const [, hour, minute = '0', half] = CLOCK_TIME.exec(text) ?? []
  const [, onlyHour, onlyHalf] = HOUR.exec(text) ?? []
  const [hours, part] = [hour ?? onlyHour, half ?? onlyHalf]
  if (hours === undefined) return undefined
  const inHalf = part === undefined ? Number(hours) : (Number(hours) % 12) + (part === 'pm' ? 12 : 0)
  return inHalf * 60 + Number(minute)
}
