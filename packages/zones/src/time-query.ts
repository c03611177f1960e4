import { parseOffset } from './parse-offset.ts'

const CLOCK_TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)\s*([ap]m)?$/
const HOUR = /^(1[0-2]|0?[1-9])\s*([ap]m)$/
// `16 h 30`, `16h`, `16 Uhr`, `16時30分`, after their units have been shortened to `h`.
const HOURS = /^([01]?\d|2[0-3])\s*h\s*([0-5]\d)?$/
const DAY_MINUTES = 1440
/** A zone with summer time has its other offset this much later. */
export const HALF_A_YEAR_MS = 182 * 86_400_000

/** A zone's offset at a moment, in minutes east of UTC; undefined for a zone that is not known. */
export type OffsetMinutes = (zone: string, at: number) => number | undefined

/**
 * The zones at an offset (`+5:30`, `utc-3`) at a moment, or those where it is nearest to a time of day (`14:30`, `9pm`);
 * undefined for any other text. An offset that no zone has then is looked for in the other half of the year.
 */
export function zonesByTime(
  text: string,
  zones: Iterable<string>,
  { at, offsetMinutes }: { at: number; offsetMinutes: OffsetMinutes },
): string[] | undefined {
  const plain = simplify(text)
  const wanted = parseOffset(plain)
  const apart = wanted === undefined ? minutesFrom(plain, at) : (offset: number) => Math.abs(offset - wanted)
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

/** A time of day in minutes, as people write it in many languages; undefined for any other text. */
export function readTimeOfDay(text: string): number | undefined {
  return minuteOfDay(simplify(text))
}

/** In lower case, with Latin digits and the short forms of what languages write around a time. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\b([ap])\.\s?m\.?$/, '$1m')
    .replace(
      /^(?:(午前|오전)|(?:午後|오후))\s*(.*)$/,
      (_, morning, time) => `${time} ${morning ? 'am' : 'pm'}`,
    )
    .replace(/\s(?:(ص)|م)$/, (_, morning) => (morning ? 'am' : 'pm'))
    .replace(/([:.]\d\d)\s*uhr$/, '$1')
    .replace(/uhr|時|시|ч(?:ас(?:а|ов)?)?\.?/, 'h')
    .replace(/分|분|мин\.?/, '')
    .replace(/h\s*([ap]m)$/, '$1')
    .replace(/h\s*(\d\d)\s*([ap]m)$/, ':$1$2')
    .trim()
}

/** How far the time at an offset is from a time of day, in minutes. */
function minutesFrom(text: string, at: number): ((offset: number) => number) | undefined {
  const wanted = minuteOfDay(text)
  if (wanted === undefined) return undefined
  const utc = Math.floor(at / 60_000) % DAY_MINUTES
  return (offset) => Math.abs(((utc + offset - wanted + 2.5 * DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2)
}

function minuteOfDay(text: string): number | undefined {
  const [, hour, minute = '0', half] = CLOCK_TIME.exec(text) ?? HOURS.exec(text) ?? []
  const [, onlyHour, onlyHalf] = HOUR.exec(text) ?? []
  const [hours, part] = [hour ?? onlyHour, half ?? onlyHalf]
  if (hours === undefined) return undefined
  const inHalf = part === undefined ? Number(hours) : (Number(hours) % 12) + (part === 'pm' ? 12 : 0)
  return inHalf * 60 + Number(minute)
}
