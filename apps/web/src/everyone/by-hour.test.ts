import { expect, test } from 'vitest'
import { countByHour } from './by-hour.ts'

const at = Temporal.Instant.from('2026-11-21T13:30Z')

test('people are counted at the hour of their own clock, whatever their zone is called', () => {
  const counts = countByHour(
    { 'Europe/Berlin': 3, 'Africa/Lagos': 2, 'Asia/Kolkata': 1, 'Asia/Tokyo': 4 },
    at,
  )
  expect(counts).toHaveLength(24)
  expect(counts[14]).toBe(5)
  expect(counts[19]).toBe(1)
  expect(counts[22]).toBe(4)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10)
})

test('a zone that this browser does not know is left out', () => {
  expect(countByHour({ 'Mars/Base': 7, UTC: 1 }, at)[13]).toBe(1)
})
