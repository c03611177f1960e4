import { describeMinutes } from '@timezone-registry/zones/amounts'
import { formatOffset } from '@timezone-registry/zones/offset'
import type { Texts } from '../texts/en-views.ts'

/** How far a clock is from the reader's own: `9 h ahead of you`, `same time as you`. */
export function describeDifference(minutes: number, texts: Texts): string {
  if (minutes === 0) return texts.clock.same
  const amount = describeMinutes(minutes, texts)
  return minutes > 0 ? texts.clock.ahead(amount) : texts.clock.behind(amount)
}

/** An offset as a number and in words: `UTC+5:30 (5 h 30 min ahead of UTC)`, `same as UTC`. */
export function describeOffset(minutes: number, texts: Texts): string {
  if (minutes === 0) return texts.clock.utcSame
  return `${formatOffset(minutes)} (${describeFromUtc(minutes, texts)})`
}

/** `5 h 30 min ahead of UTC`, `same as UTC`. */
function describeFromUtc(minutes: number, texts: Texts): string {
  if (minutes === 0) return texts.clock.utcSame
  const amount = describeMinutes(minutes, texts)
  return minutes > 0 ? texts.clock.utcAhead(amount) : texts.clock.utcBehind(amount)
}
