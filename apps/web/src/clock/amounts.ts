import { describeMinutes } from '@timezone-registry/zones/amounts'
import type { ViewText } from '../texts/load-texts.ts'

/** How far a clock is from the reader's own: `9 h ahead of you`, `same time as you`. */
export function describeDifference(minutes: number, t: ViewText): string {
  if (minutes === 0) return t('difference.same')
  const amount = describeMinutes(minutes, t)
  return minutes > 0 ? t('difference.ahead', { amount }) : t('difference.behind', { amount })
}

/** How far a clock is from the reader's own: `+4 h 30 min`, `same time`. */
export function describeAhead(minutes: number, t: ViewText): string {
  if (minutes === 0) return t('list.same')
  // The mark keeps the sign before the number where the page is read from right to left.
  return `\u200e${minutes > 0 ? '+' : '−'}${describeMinutes(minutes, t)}`
}
