/** What people usually do at a time of their own clock. The one definition for ribbons, rows, counts and meetings. */
export type DayState = 'awake' | 'winding-down' | 'asleep'

/** When people usually wake and fall asleep, in hours of their own clock. */
export const USUAL_HOURS = { wakes: 7, sleeps: 23 }

/** The state at a local time, in minutes since midnight. The last hour before sleep is for winding down. */
export function dayStateAt(minuteOfDay: number): DayState {
  const { wakes, sleeps } = USUAL_HOURS
  const hour = minuteOfDay / 60
  if (hour < wakes || hour >= sleeps) return 'asleep'
  return hour < sleeps - 1 ? 'awake' : 'winding-down'
}
