import { expect, test } from 'vitest'
import { weekendOf } from './zone-country.ts'

test.for([
  ['Africa/Cairo', [5, 6]],
  ['Europe/Berlin', [6, 7]],
  ['UTC', [6, 7]],
  ['Asia/Dhaka', [5, 6]],
  ['Indian/Maldives', [5, 6]],
  ['Asia/Gaza', [5, 6]],
  ['Asia/Brunei', [5, 7]],
  ['Asia/Kathmandu', [6]],
] as const)('the weekend in %s is on the days %s', ([timezone, days]) => {
  expect(weekendOf(timezone)).toEqual(days)
})
