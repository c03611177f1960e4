import { expect, test } from 'vitest'
import { nextSleepChange } from './sleep-change.ts'

const at = (timezone: string, instant: string) =>
  nextSleepChange((moment) => {
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone)
    return hour * 60 + minute
  }, Date.parse(instant))
const HOUR = 60

test.for([
  ['an ordinary night', 'America/New_York', '2027-03-13T06:50Z', 5 * HOUR + 10],
  ['clocks go forward', 'America/New_York', '2027-03-14T06:50Z', 4 * HOUR + 10],
  ['clocks have gone forward', 'America/New_York', '2027-03-14T07:00Z', 4 * HOUR],
  ['clocks go back', 'America/New_York', '2026-11-01T05:30Z', 6 * HOUR + 30],
  ['clocks go forward by half an hour', 'Australia/Lord_Howe', '2026-10-03T15:00Z', 5 * HOUR],
  ['seven is not a full hour of UTC', 'Asia/Kathmandu', '2026-06-15T00:00Z', HOUR + 20],
] as const)('somebody asleep wakes after real minutes (%s)', ([_, timezone, instant, minutes]) => {
  expect(at(timezone, instant)).toEqual({ state: 'asleep', minutes })
})

test('somebody awake falls asleep at eleven', () => {
  expect(at('Europe/Berlin', '2026-06-15T19:30Z')).toEqual({ state: 'awake', minutes: 90 })
  expect(at('Europe/Berlin', '2026-06-15T20:59Z')).toEqual({ state: 'winding-down', minutes: 10 })
})
