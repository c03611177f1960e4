import { expect, test } from 'vitest'
import { freeHours, type Hours, PRESETS, piecesOf, toHours, toWeek } from './week-model.ts'

const MONDAY: Hours = { day: 0, from: '09:00', to: '17:00' }
const NIGHT: Hours = { day: 6, from: '22:00', to: '02:00' }

test('a week is the same after it was edited day by day', () => {
  const weekly = [
    { days: ['mo' as const, 'we' as const], from: '09:00', to: '17:00' },
    { days: ['su' as const], from: '22:00', to: '02:00' },
  ]
  expect(toWeek(toHours(weekly))).toEqual(weekly)
  expect(toWeek(PRESETS.usual)).toEqual([
    { days: ['mo', 'tu', 'we', 'th', 'fr'], from: '09:00', to: '17:00' },
  ])
  expect(toWeek([])).toEqual([])
})

test('hours past midnight are drawn on both days', () => {
  expect(piecesOf([NIGHT], 6)).toEqual([{ start: 22 * 60, end: 24 * 60 }])
  expect(piecesOf([NIGHT], 0)).toEqual([{ start: 0, end: 2 * 60 }])
})

test('hours added with the button never touch those of the day, until it is full', () => {
  let hours: Hours[] = [{ ...NIGHT, day: 6 }]
  for (let next = freeHours(hours, 0); next !== undefined; next = freeHours(hours, 0))
    hours = [...hours, next]
  expect(hours.length).toBeGreaterThan(2)
  expect(toHours(toWeek(hours))).toHaveLength(hours.length)
  expect(freeHours(hours, 1)).toEqual({ ...MONDAY, day: 1 })
})
