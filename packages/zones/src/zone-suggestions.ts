import { fold } from './fold.ts'
import { parseOffset } from './parse-offset.ts'
import { HALF_A_YEAR_MS } from './time-query.ts'
import type { ZoneSearch } from './zone-search.ts'
import { findOffsetMinutes } from './zone-times.ts'

const MAX_SUGGESTIONS = 5
// Longer than any name. The time to compare grows with the length.
const MAX_CHARACTERS = 64
// May be a clock time, or an offset whose sign got lost.
const BARE_TIME = /^\s*\d{1,2}(?:[:.]?\d\d)?\s*$/
// Of the offset in the text: people forget summer time, and Windows' names the laws of some years.
const TOLERANCE_MINUTES = 60
// What separates a name from what stands beside it.
const AROUND = /^[\s(),/:=]+|[\s(),/:=]+$/g

/**
 * The zones that text may mean, most likely first: what the page's search finds, so for an offset the populous zones
 * that have it now. Offsets come from the release of the tz database that the service uses.
 */
export function createZoneSuggestions(
  loadSearch: () => ZoneSearch,
  now: () => number,
): (text: string) => string[] {
  return (text) => {
    if (text.length > MAX_CHARACTERS || BARE_TIME.test(text)) return []
    const at = now()
    const { search } = loadSearch()
    const named: Named = (part) => {
      const { places, exact } = search(part, { at, isComplete: true })
      // What only begins like an exact name is another place.
      return places.slice(0, exact || undefined).map(({ zone }) => zone)
    }
    return [...new Set(zonesMeant(text, named, at))].slice(0, MAX_SUGGESTIONS)
  }
}

/** Finds the zones of a text without an offset beside it. */
type Named = (text: string) => string[]

function zonesMeant(text: string, named: Named, at: number): string[] {
  const alone = offsetsIn(text)
  if (alone.length > 0) return zonesAt(alone, text, named, at)
  for (const { beside, name } of splits(text)) {
    const wanted = offsetsIn(beside)
    if (wanted.length === 0) continue
    const zones = firstNamed(name, named)
    if (zones.length > 0) return agreeing(zones, wanted, at)
    // In `Etc/GMT+5`, the sign is the opposite one.
    const isClear = /utc|gmt/i.test(beside) && fold(name) !== 'etc'
    return isClear ? zonesAt(wanted, beside, named, at) : []
  }
  return firstNamed(text, named)
}

/** The zones at an offset, or those that have each of several in the year, as `UTC+1/+2` says. */
function zonesAt(wanted: readonly number[], text: string, named: Named, at: number): string[] {
  const [offset = 0, ...others] = wanted
  if (others.length > 0)
    return text
      .split('/')
      .flatMap(named)
      .filter((zone) => wanted.every((each) => offsetsOf(zone, at).includes(each)))
  const zones = named(text)
  if (offset === 0) return ['UTC', ...zones]
  return zones.length > 0 ? zones : [atSea(offset)]
}

/** The zones of a name, or of what stands before a comma. */
function firstNamed(text: string, named: Named): string[] {
  const zones = named(text)
  return zones.length > 0 ? zones : named(text.split(',')[0] ?? '')
}

/** Of the zones of a name, those with an offset that stands beside it; never one on the other side of UTC. */
function agreeing(zones: readonly string[], wanted: readonly number[], at: number): string[] {
  const apart = (zone: string) =>
    Math.min(...offsetsOf(zone, at).flatMap((own) => wanted.map((offset) => Math.abs(own - offset))))
  const exact = zones.filter((zone) => apart(zone) === 0)
  if (exact.length > 0) return exact
  const isOpposite = (zone: string) =>
    offsetsOf(zone, at).some((own) => wanted.every((offset) => own * offset < 0))
  return zones.filter((zone) => apart(zone) <= TOLERANCE_MINUTES && !isOpposite(zone))
}

/** A zone's offsets now and in half a year, in minutes. */
function offsetsOf(zone: string, at: number): number[] {
  return [at, at + HALF_A_YEAR_MS].flatMap((moment) => findOffsetMinutes(zone, moment) ?? [])
}

/** The offsets in `UTC+1` and `UTC+1/+2`, at most two; none for any other text. */
function offsetsIn(text: string): number[] {
  const whole = parseOffset(text)
  const [winter, summer, ...more] = whole === undefined ? text.split('/').map(parseOffset) : [whole, whole]
  if (winter === undefined || summer === undefined || more.length > 0) return []
  return [...new Set([winter, summer])]
}

/** What may stand beside a name, and the name: `UTC+1 Berlin`, `CET (UTC+1)`, `New York/EST`. Most words first. */
function splits(text: string): { beside: string; name: string }[] {
  const words = text.split(/(?<=[\s(),/])/)
  const join = (from: number, to?: number) => words.slice(from, to).join('').replace(AROUND, '')
  return words.slice(1).flatMap((_, at) => {
    const size = words.length - 1 - at
    return [
      { beside: join(0, size), name: join(size) },
      { beside: join(-size), name: join(0, -size) },
    ]
  })
}

/** The zone of an offset that no place has: nobody lives at UTC−12. POSIX counts hours west of Greenwich. */
function atSea(offset: number): string {
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset) / 60}`
}
