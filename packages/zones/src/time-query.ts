import { parseOffset } from './parse-offset.ts'
import { readTimeOfDay } from './time-of-day.ts'

const DAY_MINUTES = 1440
const EITHER_SIGN = /[±∓]|\+\s*\/?\s*[-−]|[-−]\s*\/?\s*\+/
/** A zone with summer time has its other offset this much later. */
export const HALF_A_YEAR_MS = 182 * 86_400_000

/** A zone's offset at a moment, in minutes east of UTC; undefined for a zone that is not known. */
export type OffsetMinutes = (zone: string, at: number) => number | undefined

/**
 * The zones at an offset (`+5:30`, `utc-3`) at a moment, or those where it is nearest to a time of day (`14:30`, `9pm`);
 * undefined for any other text. An offset that no zone has then is looked for in the other half of the year. With both signs
 * (`UTC±4`), the zones at either: none if the text is `isComplete`, because a place at the other one would be wrong.
 */
export function zonesByTime(
  text: string,
  zones: Iterable<string>,
  { at, offsetMinutes, isComplete }: { at: number; offsetMinutes: OffsetMinutes; isComplete?: boolean },
): string[] | undefined {
  const wanted = parseOffset(text)
  if (wanted === undefined && EITHER_SIGN.test(text)) {
    const all = [...zones]
    const signs = isComplete ? [] : ['+', '-'].map((sign) => text.replace(EITHER_SIGN, sign))
    return signs.flatMap((signed) =>
      parseOffset(signed) === undefined ? [] : (zonesByTime(signed, all, { at, offsetMinutes }) ?? []),
    )
  }
  const apart = wanted === undefined ? minutesFrom(text, at) : (offset: number) => Math.abs(offset - wanted)
  if (apart === undefined) return undefined
  const all = [...zones]
  const nearest = (moment: number) => {
    const distances = all.map((zone) => apart(offsetMinutes(zone, moment) ?? Number.NaN))
    const least = wanted === undefined ? Math.min(...distances.filter((minutes) => minutes >= 0)) : 0
    return all.filter((_, index) => distances[index] === least)
  }
  const found = nearest(at)
  return found.length > 0 || wanted === undefined ? found : nearest(at + HALF_A_YEAR_MS)
}

/** How far the time at an offset is from a time of day, in minutes. */
function minutesFrom(text: string, at: number): ((offset: number) => number) | undefined {
  // Without a digit, it is a name, or the beginning of one.
  const wanted = /\p{Nd}/u.test(text) ? readTimeOfDay(text) : undefined
  if (wanted === undefined) return undefined
  const utc = Math.floor(at / 60_000) % DAY_MINUTES
  return (offset) => Math.abs(((utc + offset - wanted + 2.5 * DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2)
}
