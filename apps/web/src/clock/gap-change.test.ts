import { expect, test } from 'vitest'
import { GAP_HORIZON_MS, nextGapChange } from './gap-changes.tsx'
import { zoneClock } from './zone-clock.ts'

function changeFor([theirs, mine]: readonly [string, string], moment: string) {
  const now = Date.parse(moment)
  const [one, other] = [theirs, mine].map((zone) =>
    zoneClock(zone, { from: now, until: now + GAP_HORIZON_MS }),
  )
  const change = one && other && nextGapChange(one, other, now)
  return change && { ...change, at: new Date(change.at).toISOString() }
}

test('the difference changes on the day on which one of the clocks does, and back when the other one does', () => {
  const newYork = ['America/New_York', 'Europe/Berlin'] as const
  expect(changeFor(newYork, '2027-03-01T12:00Z')).toEqual({
    at: '2027-03-14T07:00:00.000Z',
    before: -360,
    after: -300,
  })
  expect(changeFor(newYork, '2027-03-20T12:00Z')).toEqual({
    at: '2027-03-28T01:00:00.000Z',
    before: -300,
    after: -360,
  })
  expect(changeFor(['Asia/Tokyo', 'Europe/Berlin'], '2027-03-01T12:00Z')?.after).toBe(420)
})

test('clocks that change together, and those that do not within eight weeks, change no difference', () => {
  expect(changeFor(['Europe/Paris', 'Europe/Berlin'], '2027-03-01T12:00Z')).toBeUndefined()
  expect(changeFor(['Asia/Tokyo', 'Asia/Kolkata'], '2027-03-01T12:00Z')).toBeUndefined()
  expect(changeFor(['Asia/Tokyo', 'Europe/Berlin'], '2027-01-31T00:00Z')).toBeUndefined()
})

test('clocks that change on one day, hours apart, change no difference that lasts', () => {
  for (const zones of [
    ['America/New_York', 'America/Los_Angeles'],
    ['America/Chicago', 'America/New_York'],
    ['Pacific/Auckland', 'Australia/Sydney'],
    ['America/Santiago', 'Australia/Sydney'],
  ] as const)
    expect(changeFor(zones, '2027-03-01T12:00Z'), zones.join()).toBeUndefined()
  // The one changes by half an hour an hour before the other.
  expect(changeFor(['Australia/Sydney', 'Australia/Lord_Howe'], '2027-03-01T12:00Z')).toEqual({
    at: '2027-04-03T15:00:00.000Z',
    before: 0,
    after: -30,
  })
})
