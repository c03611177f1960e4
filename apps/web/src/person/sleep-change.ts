import { type DayState, dayStateAt } from '../clock/day-state.ts'
import { localAt, type ZoneClock } from '../clock/zone-clock.ts'

const MINUTE_MS = 60_000
const STEP_MINUTES = 10
/** A clock must reach this far beyond the moment that is asked about. */
export const SLEEP_HORIZON_MS = 24 * 60 * MINUTE_MS

/**
 * The state of people by a clock at a moment, in milliseconds since 1970, and in how many minutes they fall asleep or
 * wake, rounded up to ten. These are real minutes: a night in which clocks go forward is an hour shorter.
 */
export function nextSleepChange(clock: ZoneClock, at: number): { state: DayState; minutes: number } {
  const state = stateAt(clock, at)
  const end = at + SLEEP_HORIZON_MS
  let next = at + STEP_MINUTES * MINUTE_MS
  while (next < end && (stateAt(clock, next) === 'asleep') === (state === 'asleep'))
    next += STEP_MINUTES * MINUTE_MS
  return { state, minutes: (next - at) / MINUTE_MS }
}

function stateAt(clock: ZoneClock, at: number): DayState {
  return dayStateAt(localAt(clock, at).minute)
}
