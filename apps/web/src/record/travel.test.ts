import { expect, test } from 'vitest'
import { isUndecided } from './travel.ts'

const at = Date.parse('2026-11-21T12:00Z')

test('a device whose clock shows the saved zone’s time is at home, whatever its zone is called', () => {
  expect(isUndecided(undefined, { saved: 'Europe/Berlin', device: 'Europe/Paris', at })).toBe(false)
})

test('a traveller is asked once for each place', () => {
  const inTokyo = { saved: 'Europe/Berlin', device: 'Asia/Tokyo', at }
  const decided = { home: 'Europe/Berlin', away: 'Asia/Tokyo' }
  expect(isUndecided(undefined, inTokyo)).toBe(true)
  expect(isUndecided(decided, inTokyo)).toBe(false)
  expect(isUndecided(decided, { ...inTokyo, device: 'Asia/Dubai' })).toBe(true)
})
