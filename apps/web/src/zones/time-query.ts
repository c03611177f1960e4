import type { ServiceClocks } from '../clock/service-clocks.ts'
import { offsetMinutes } from '../clock/zone-time.ts'

const OFFSET = /^(?:utc|gmt)?\s*([+−-])\s*(\d{1,2})(?::?([0-5]\d))?$/
// `utc 5`, as people say it, and what is left of `utc+5` in an address.
const UNSIGNED_OFFSET = /^(?:utc|gmt)()\s*(\d{1,2})(?::?([0-5]\d))?$/
// `+5.5`, as programs write it.
const OFFSET_IN_HOURS = /^(?:utc|gmt)?\s*([+−-])\s*(\d{1,2}[.,]\d{1,2})$/
const CLOCK_TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)\s*([ap]m)?$/
const HOUR = /^(1[0-2]|0?[1-9])\s*([ap]m)$/
// `16 h 30`, `16h`, `16 Uhr`, `16時30分`, after their units have been shortened to `h`.
const HOURS = /^([01]?\d|2[0-3])\s*h\s*([0-5]\d)?$/
// The time there, as read off a clock across the room.
const CLOCK_TOLERANCE_MINUTES = 10
const DAY_MINUTES = 1440

/** The zones at an offset (`+5:30`, `utc-3`) or a time of day (`14:30`, `9pm`) now; undefined for any other text. */
export function zonesByTime(
  text: string,
  zones: Iterable<string>,
  { now, clocks }: { now: Temporal.Instant; clocks: ServiceClocks | undefined },
): string[] | undefined {
  const plain = simplify(text)
  const matches = offsetTest(plain) ?? clockTest(plain, now)
  if (matches === undefined) return undefined
  return [...zones].filter((zone) => {
    const offset = offsetMinutes(zone, now, clocks)
    return offset !== undefined && matches(offset)
  })
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

function offsetTest(text: string): ((offset: number) => boolean) | undefined {
  const [, sign, hours, minutes = '0'] =
    OFFSET.exec(text) ?? OFFSET_IN_HOURS.exec(text) ?? UNSIGNED_OFFSET.exec(text) ?? []
  if (hours === undefined) return undefined
  const wanted =
    (sign === '+' || sign === '' ? 1 : -1) * (Number(hours.replace(',', '.')) * 60 + Number(minutes))
  return (offset) => offset === wanted
}

function clockTest(text: string, now: Temporal.Instant): ((offset: number) => boolean) | undefined {
  const wanted = minuteOfDay(text)
  if (wanted === undefined) return undefined
  const utc = (now.epochMilliseconds / 60_000) % DAY_MINUTES
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
