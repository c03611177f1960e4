/** What people usually do at a time of their own clock. The one definition for rows, bands, counts and meetings. */
export type DayState = 'awake' | 'winding-down' | 'asleep'

const WAKING_HOUR = 7
const WINDING_DOWN_HOUR = 22
const SLEEPING_HOUR = 23

/** The state at a local time, in minutes since midnight: awake from 7, winding down from 22, asleep from 23. */
export function dayStateAt(minuteOfDay: number): DayState {
  const hour = minuteOfDay / 60
  if (hour < WAKING_HOUR || hour >= SLEEPING_HOUR) return 'asleep'
  return hour < WINDING_DOWN_HOUR ? 'awake' : 'winding-down'
}
