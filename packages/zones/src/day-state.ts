/** What people usually do at a time of their own clock. The one definition for ribbons, rows, counts and meetings. */
export type DayState = 'awake' | 'winding-down' | 'asleep'

/** When somebody wakes and falls asleep, in hours from 0 to 24 of their own clock. */
export type AwakeHours = { wakes: number; sleeps: number }

export const USUAL_HOURS: AwakeHours = { wakes: 7, sleeps: 23 }

/** The state at a local time, in minutes since midnight. The last hour before sleep is for winding down. */
export function dayStateAt(minuteOfDay: number, { wakes, sleeps } = USUAL_HOURS): DayState {
  // Somebody who works at night falls asleep on the next day.
  const awake = (((minuteOfDay / 60 - wakes) % 24) + 24) % 24
  const length = (sleeps - wakes + 24) % 24
  if (awake >= length) return 'asleep'
  return awake < length - 1 ? 'awake' : 'winding-down'
}
