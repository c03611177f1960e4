import { describeMinutes } from './amounts.ts'
import type { nextSleepChange } from './sleep-change.ts'
import type { SharedTexts } from './texts/en.ts'

const SOON_MINUTES = 24 * 60

/** What somebody has said about whether they are available: `Away · available in 2 h`. `at` is in milliseconds since 1970. */
export function describeAvailability(
  { state, until }: { state: 'available' | 'away'; until?: string | null | undefined },
  at: number,
  texts: SharedTexts,
): string {
  const { person } = texts
  const minutes = until ? Math.ceil((Date.parse(until) - at) / 600_000) * 10 : 0
  const isSoon = minutes > 0 && minutes <= SOON_MINUTES
  const amount = describeMinutes(minutes, texts)
  if (state === 'available') return isSoon ? person.availableFor(amount) : person.available
  return isSoon ? person.awayFor(amount) : person.away
}

/** What is likely at somebody's local time: `Likely asleep · wakes in about 2 h 30 min`. */
export function describeSleep(
  { state, minutes }: ReturnType<typeof nextSleepChange>,
  texts: SharedTexts,
): string {
  const { person } = texts
  const amount = describeMinutes(minutes, texts)
  if (state === 'asleep') return person.wakes(amount)
  if (state === 'winding-down') return person.windingDown(amount)
  return minutes <= 3 * 60 ? person.awakeUntil(amount) : person.awake
}
