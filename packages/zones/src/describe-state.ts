import { describeMinutes } from './amounts.ts'
import type { ReadText } from './read-text.ts'
import type { nextSleepChange } from './sleep-change.ts'
import type { SharedTexts } from './texts.ts'

const SOON_MINUTES = 24 * 60

/** What somebody has said about whether they are available: `Away · available in 2 h`. `at` is in milliseconds since 1970. */
export function describeAvailability(
  { state, until }: { state: 'available' | 'away'; until?: string | null | undefined },
  at: number,
  t: ReadText<SharedTexts>,
): string {
  const minutes = until ? Math.ceil((Date.parse(until) - at) / 600_000) * 10 : 0
  const isSoon = minutes > 0 && minutes <= SOON_MINUTES
  const amount = describeMinutes(minutes, t)
  if (state === 'available') return isSoon ? t('state.availableFor', { amount }) : t('state.available')
  return isSoon ? t('state.awayFor', { amount }) : t('state.away')
}

/** What is likely at somebody's local time: `Likely asleep · wakes in about 2 h 30 min`. */
export function describeSleep(
  { state, minutes }: ReturnType<typeof nextSleepChange>,
  t: ReadText<SharedTexts>,
): string {
  const amount = describeMinutes(minutes, t)
  if (state === 'asleep') return t('state.wakes', { amount })
  if (state === 'winding-down') return t('state.windingDown', { amount })
  return minutes <= 3 * 60 ? t('state.awakeUntil', { amount }) : t('state.awake')
}
