import { expect, test } from 'vitest'
import { createServiceClocks } from './use-service-clocks.tsx'
import { nextClockChange, offsetAt, startOfDay, zoneClock } from './zone-clock.ts'
import { hourIn, offsetMinutes } from './zone-time.ts'

const ms = (text: string) => Date.parse(text)

// Tokyo as no browser knows it: four hours ahead of UTC, and five from March at midnight, which is skipped.
const clocks = createServiceClocks({
  from: '2026-11-20T00:00:00.000Z',
  until: '2027-12-26T00:00:00.000Z',
  zones: {
    'Asia/Tokyo': {
      utc_offset_seconds: 4 * 3600,
      transitions: [{ at: '2027-03-13T20:00:00.000Z', utc_offset_seconds: 5 * 3600 }],
    },
    'Europe/Berlin': {
      utc_offset_seconds: 3600,
      transitions: [{ at: '2027-03-28T01:00:00.000Z', utc_offset_seconds: 7200 }],
    },
    'Mars/Olympus_Mons': { utc_offset_seconds: -90 * 60, transitions: [] },
  },
})

test('the service’s offset is preferred where the browser has another one, or none', () => {
  const now = ms('2026-12-01T12:00Z')
  expect(offsetMinutes('Asia/Tokyo', now, clocks)).toBe(240)
  expect(hourIn('Asia/Tokyo', now, clocks)).toBe(16)
  expect(hourIn('Mars/Olympus_Mons', now, clocks)).toBe(10.5)
})

test('the service’s offset changes at the moment of a clock change, neither before nor after it', () => {
  const change = ms('2027-03-13T20:00Z')
  const offsets = [change - 1, change, change + 1].map((at) => offsetMinutes('Asia/Tokyo', at, clocks))
  expect(offsets).toEqual([240, 300, 300])
  const clock = zoneClock('Asia/Tokyo', { from: change - 1, until: change + 2 }, clocks)
  expect([change - 1, change, change + 1].map((at) => clock && offsetAt(clock, at))).toEqual(offsets)
})

test('the browser’s own offset is used for zones and moments that the service does not cover', () => {
  const now = ms('2026-12-01T12:00Z')
  expect(offsetMinutes('Asia/Kolkata', now, clocks)).toBe(330)
  for (const at of ['2026-11-19T00:00Z', '2027-12-27T00:00Z'])
    expect(offsetMinutes('Asia/Tokyo', ms(at), clocks)).toBe(540)
  expect(offsetMinutes('Asia/Tokyo', now)).toBe(540)
})

test('the next clock change is the service’s', () => {
  const before = ms('2027-03-12T12:00Z')
  const change = nextClockChange('Asia/Tokyo', before, clocks)
  expect(change).toMatchObject({ minutes: 60, inDays: 2 })
  expect(change?.local).toBe(ms('2027-03-14T01:00:00Z'))
  expect(nextClockChange('Asia/Tokyo', ms('2027-03-14T12:00Z'), clocks)).toBeUndefined()
  expect(nextClockChange('Europe/Berlin', before, clocks)).toEqual(nextClockChange('Europe/Berlin', before))
})

test('a clock over a period has the changes within it, and its days begin at midnight even if it is skipped', () => {
  const span = { from: ms('2027-03-12T00:00Z'), until: ms('2027-03-16T00:00Z') }
  const clock = zoneClock('Asia/Tokyo', span, clocks)
  expect(clock?.offsets).toEqual([
    { from: span.from, minutes: 240 },
    { from: ms('2027-03-13T20:00Z'), minutes: 300 },
  ])
  const day = ms('2027-03-14T00:00Z') / 86_400_000
  const starts = [0, 1].map((later) => clock && new Date(startOfDay(clock, day + later)).toISOString())
  expect(starts).toEqual(['2027-03-13T20:00:00.000Z', '2027-03-14T19:00:00.000Z'])
})
