import { expect, test } from 'vitest'
import { dayStateAt } from './day-state.ts'

test.for([
  ['00:00', 'asleep'],
  ['06:59', 'asleep'],
  ['07:00', 'awake'],
  ['21:59', 'awake'],
  ['22:00', 'winding-down'],
  ['22:59', 'winding-down'],
  ['23:00', 'asleep'],
  ['23:59', 'asleep'],
] as const)('people are, at %s of their own clock, %s', ([time, state]) => {
  const { hour, minute } = Temporal.PlainTime.from(time)
  expect(dayStateAt(hour * 60 + minute)).toBe(state)
})
