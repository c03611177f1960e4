import type { SharedTexts } from './texts/en.ts'

/** `5 h 30 min`. */
export function describeMinutes(minutes: number, { clock }: Pick<SharedTexts, 'clock'>): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  if (rest === 0) return clock.hours(hours)
  return hours === 0 ? clock.minutes(rest) : clock.hoursAndMinutes(clock.hours(hours), clock.minutes(rest))
}
