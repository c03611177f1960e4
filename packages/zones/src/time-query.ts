import { parseOffset } from './parse-offset.ts'

const CLOCK_TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)\s*([ap]m)?$/
const HOUR = /^(1[0-2]|0?[1-9])\s*([ap]m)$/
// `16 h 30`, `16h`, `16 Uhr`, `16時30分`, after their units have been shortened to `h`.
const HOURS = /^([01]?\d|2[0-3])\s*h\s*([0-5]\d)?$/
// The time there, as read off a clock across the room.
const CLOCK_TOLERANCE_MINUTES = 10
const DAY_MINUTES = 1440
/** A zone with summer time has its other offset this much later. */
export const HALF_A_YEAR_MS = 182 * 86_400_000

/** A zone's offset at a moment, in minutes east of UTC; undefined for a zone that is not known. */
export type OffsetMinutes = (zone: string, at: number) => number | undefined

/**
 * The zones at an offset (`+5:30`, `utc-3`) or a time of day (`14:30`, `9pm`) at a moment; undefined for any other text.
 * An offset that no zone has then is looked for in the other half of the year.
 */
export function zonesByTime(
  text: string,
  zones: Iterable<string>,
  { at, offsetMinutes }: { at: number; offsetMinutes: OffsetMinutes },
): string[] | undefined {
  const plain = simplify(text)
  const wanted = parseOffset(plain)
  const matches = wanted === undefined ? clockTest(plain, at) : (offset: number) => offset === wanted
  if (matches === undefined) return undefined
  const all = [...zones]
  const matching = (moment: number) =>
    all.filter((zone) => {
      const offset = offsetMinutes(zone, moment)
      return offset !== undefined && matches(offset)
    })
  const found = matching(at)
  return found.length > 0 || wanted === undefined ? found : matching(at + HALF_A_YEAR_MS)
}

/** In lower case, with Latin digits and the short forms of what languages write around a time. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\b([ap])\.\s?m\.?$/, '$1m')
    .replace(/([:.]\d\d)\s*uhr$/, '$1')
    .replace(/uhr$|時|시/, 'h')
    .replace(/分|분/, '')
    .trim()
}

function clockTest(text: string, at: number): ((offset: number) => boolean) | undefined {
  const wanted = minuteOfDay(text)
  if (wanted === undefined) return undefined
  const utc = (at / 60_000) % DAY_MINUTES
  return (offset) => {
    const apart = Math.abs(((utc + offset - wanted + 1.5 * DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2)
    return apart <= CLOCK_TOLERANCE_MINUTES
  }
}

function minuteOfDay(text: string): number | undefined {
  const [, hour, minute = '0', half] = CLOCK_TIME.exec(text) ?? HOURS.exec(text) ?? []
  const [, onlyHour, onlyHalf] = HOUR.exec(text) ?? []
  const [hours, part] = [hour ?? onlyHour, half ?? onlyHalf]
  if (hours === undefined) return undefined
  const inHalf = part === undefined ? Number(hours) : (Number(hours) % 12) + (part === 'pm' ? 12 : 0)
  return inHalf * 60 + Number(minute)
}
