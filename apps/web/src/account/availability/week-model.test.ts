import { describe, expect, test } from 'vitest'
import {
  drag,
  freeHours,
  gripAt,
  type Hours,
  mergeHours,
  PRESETS,
  piecesOf,
  toHours,
  toWeek,
} from './week-model.ts'

const REACH = 20
const MONDAY: Hours = { day: 0, from: '09:00', to: '17:00' }
const NIGHT: Hours = { day: 6, from: '22:00', to: '02:00' }

/** Presses on a day at an hour, and drags to another. */
function dragHours(hours: Hours[], day: number, from: number, to: number): Hours[] {
  return drag(hours, gripAt(hours, { day, at: from * 60 }, REACH), to * 60)
}

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

describe('dragging', () => {
  test.for([
    ['in a free place adds hours, whichever way it goes', 12, 14, ['12:00', '14:00']],
    ['backwards is the same', 14, 12, ['12:00', '14:00']],
    ['takes half hours', 12.1, 13.6, ['12:00', '13:30']],
    ['without moving, as a tap does, adds an hour', 23.9, 23.9, ['23:00', '24:00']],
    ['beyond the day ends at midnight', 20, 30, ['20:00', '24:00']],
  ] as const)('%s', ([, from, to, expected]) => {
    const [hours] = dragHours([], 3, from, to)
    expect(hours).toEqual({ day: 3, from: expected[0], to: expected[1] })
  })

  test.for([
    ['the start moves it alone', 9, 7, ['07:00', '17:00']],
    ['the end moves it alone', 17.2, 20.2, ['09:00', '20:00']],
    ['an end past the other leaves half an hour', 9, 22, ['16:30', '17:00']],
    ['the middle moves all', 12, 14, ['11:00', '19:00']],
    ['all of them stays within the day', 12, 23, ['16:00', '24:00']],
  ] as const)('%s', ([, from, to, expected]) => {
    expect(dragHours([MONDAY], 0, from, to)).toEqual([{ day: 0, from: expected[0], to: expected[1] }])
  })

  test('over other hours joins them, and leaves other days alone', () => {
    const dragged = dragHours([MONDAY, { day: 0, from: '18:00', to: '20:00' }, NIGHT], 0, 17, 18.5)
    expect(mergeHours(dragged)).toEqual([{ day: 0, from: '09:00', to: '20:00' }, NIGHT])
  })
})

test('hours past midnight are drawn on both days, and held where they begin', () => {
  expect(piecesOf([NIGHT], 6)).toEqual([{ start: 22 * 60, end: 24 * 60, index: 0 }])
  expect(piecesOf([NIGHT], 0)).toEqual([{ start: 0, end: 2 * 60, index: undefined }])
  expect(gripAt([NIGHT], { day: 0, at: 60 }, REACH).part).toBe('new')
  expect(dragHours([NIGHT], 6, 22, 21)).toEqual([{ ...NIGHT, from: '21:00' }])
})

test('hours added with the button never touch those of the day, until it is full', () => {
  let hours: Hours[] = [{ ...NIGHT, day: 6 }]
  for (let next = freeHours(hours, 0); next !== undefined; next = freeHours(hours, 0))
    hours = [...hours, next]
  expect(hours.length).toBeGreaterThan(2)
  expect(mergeHours(hours)).toHaveLength(hours.length)
  expect(freeHours(hours, 1)).toEqual({ ...MONDAY, day: 1 })
})
