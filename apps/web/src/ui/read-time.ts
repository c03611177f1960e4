import { toClock } from '@timezone-registry/zones/availability'
import { readTimeOfDay } from '@timezone-registry/zones/time-of-day'

const DAY_MINUTES = 1440

/** `HH:MM` of a time as people type it: `9`, `930`, `9:30`, `9pm`, `21.30`, `24:00`; undefined for any other text. */
export function readTime(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  // Numbers alone are times only where nothing else can be meant.
  const time = plain.replace(/^(\p{Nd}{1,2})$/u, '$1:00').replace(/^(\p{Nd}{1,2})(\p{Nd}{2})$/u, '$1:$2')
  const minutes = readTimeOfDay(time)
  return minutes === undefined ? undefined : toClock(minutes % DAY_MINUTES)
}
