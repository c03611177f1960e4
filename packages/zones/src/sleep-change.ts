import { type DayState, dayStateAt } from './day-state.ts'

const MINUTE_MS = 60_000
const STEP_MINUTES = 10
/** A clock must reach this far beyond the moment that is asked about. */
export const SLEEP_HORIZON_MS = 24 * 60 * MINUTE_MS

/**
 * The state of people at a moment, in milliseconds since 1970, and in how many minutes they fall asleep or wake, rounded up
 * to ten. `minuteAt` is their clock, in minutes since midnight. The minutes are real: a night in which clocks go forward is
 * an hour shorter.
 */
export function nextSleepChange(
  minuteAt: (at: number) => number,
  at: number,
): { state: DayState; minutes: number } {
  const stateAt = (moment: number) => dayStateAt(minuteAt(moment))
  const state = stateAt(at)
  const end = at + SLEEP_HORIZON_MS
  let next = at + STEP_MINUTES * MINUTE_MS
  while (next < end && (stateAt(next) === 'asleep') === (state === 'asleep')) next += STEP_MINUTES * MINUTE_MS
  return { state, minutes: (next - at) / MINUTE_MS }
}
