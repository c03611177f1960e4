import { expect, test } from 'vitest'
import { awakeShare, popularZones } from './crowd.ts'

const at = Date.parse('2026-11-21T13:30Z')

test('people are awake by their own clock, from 7:00 to 23:00, whatever their zone is called', () => {
  // 14:30, 22:30, 02:30 and 05:30.
  const distribution = { 'Europe/Berlin': 10, 'Asia/Tokyo': 4, 'Pacific/Auckland': 3, 'US/Pacific': 3 }
  expect(awakeShare(distribution, at)).toBe(0.7)
  expect(awakeShare({ 'Europe/Berlin': 20 }, at)).toBe(1)
  expect(awakeShare({ 'Pacific/Auckland': 20 }, at)).toBe(0)
})

test('people in a zone that nothing here knows are not counted', () => {
  expect(awakeShare({ 'Mars/Base': 80, 'Europe/Berlin': 15, 'Pacific/Auckland': 5 }, at)).toBe(0.75)
})

test('of fewer than 20 people, neither a share nor a zone is shown', () => {
  expect(awakeShare({ 'Europe/Berlin': 19 }, at)).toBeUndefined()
  expect(popularZones({ 'Europe/Berlin': 19 })).toEqual([])
})

test('a zone with fewer than five people is left out, and its former names count', () => {
  expect(
    popularZones({ 'Asia/Calcutta': 2, 'Asia/Kolkata': 4, 'Europe/Berlin': 12, 'Asia/Tokyo': 4 }),
  ).toEqual([
    { zone: 'Europe/Berlin', count: 12 },
    { zone: 'Asia/Kolkata', count: 6 },
  ])
})
