import { describe, expect, test } from 'vitest'
import { createZoneNames } from './zone-names.ts'
import { findOffsets, findZoneTime } from './zone-times.ts'

const zoneNames = createZoneNames()
const DAY_MILLISECONDS = 86_400_000

describe('the time in a zone', () => {
  test('has the offset, the abbreviation, the local time and the next change', () => {
    const winter = new Date('2026-12-01T12:00:00.500Z')
    expect(findZoneTime('Europe/Berlin', winter)).toEqual({
      utcOffsetSeconds: 3600,
      abbreviation: 'CET',
      localTime: '2026-12-01T13:00:00+01:00',
      nextTransition: { at: new Date('2027-03-28T01:00:00Z'), utcOffsetSeconds: 7200 },
    })
  })

  test.for([
    ['Asia/Kathmandu', '2026-12-01T17:45:00+05:45'],
    ['America/St_Johns', '2026-12-01T08:30:00-03:30'],
    ['Pacific/Marquesas', '2026-12-01T02:30:00-09:30'],
    ['UTC', '2026-12-01T12:00:00+00:00'],
  ] as const)('in %s is %s', ([zone, localTime]) => {
    expect(findZoneTime(zone, new Date('2026-12-01T12:00:00Z'))).toMatchObject({ localTime })
  })

  test('changes at the transition, not a millisecond before', () => {
    const at = Date.parse('2027-03-28T01:00:00Z')
    expect(findZoneTime('Europe/Berlin', new Date(at - 1))?.utcOffsetSeconds).toBe(3600)
    expect(findZoneTime('Europe/Berlin', new Date(at))?.utcOffsetSeconds).toBe(7200)
  })

  test('has no next change in a zone without summer time', () => {
    expect(findZoneTime('Asia/Kolkata', new Date())).toMatchObject({ nextTransition: undefined })
    expect(Object.is(findZoneTime('UTC', new Date())?.utcOffsetSeconds, 0)).toBe(true)
  })

  test('is known for every accepted name, and for no other', () => {
    for (const name of zoneNames.all) expect(findZoneTime(name, new Date()), name).toBeDefined()
    expect(findZoneTime('Mars/Phobos', new Date())).toBeUndefined()
  })
})

test('for two years, the offsets match Intl, except in zones that changed after Node’s own data', () => {
  const start = Date.parse('2026-11-22T00:30:00Z')
  const different = zoneNames.all.filter((name) => {
    const offsetInIntl = createIntlOffset(name)
    for (let day = 0; day < 730; day++) {
      const instant = new Date(start + day * DAY_MILLISECONDS)
      if (findZoneTime(name, instant)?.utcOffsetSeconds !== offsetInIntl(instant)) return true
    }
    return false
  })
  // With newer data in Node the list gets shorter.
  expect(CHANGED_SINCE_2026C).toEqual(expect.arrayContaining(different))
  if (process.versions.tz === '2026c') expect(different).toEqual(CHANGED_SINCE_2026C)
})

// The six in which Node 26.10 is an hour wrong today.
const CHANGED_SINCE_2026C = [
  'America/Havana',
  'America/Inuvik',
  'America/Rainy_River',
  'America/Winnipeg',
  'Canada/Central',
  'Cuba',
]

function createIntlOffset(timeZone: string): (instant: Date) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return (instant) => {
    const [, sign = '+', hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant)) ?? []
    return (sign === '-' ? -60 : 60) * (Number(hours) * 60 + Number(minutes)) + 0
  }
}

test('the offsets of a zone over a period match those at each moment in it', () => {
  const from = new Date('2026-11-20T00:00:00Z')
  const until = new Date('2027-12-26T00:00:00Z')
  for (const zone of [
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Tokyo',
    'America/Winnipeg',
    'Africa/Casablanca',
  ]) {
    const { utc_offset_seconds, transitions = [] } = findOffsets(zone, { from, until }) ?? {}
    for (let at = from.getTime(); at < until.getTime(); at += DAY_MILLISECONDS / 4) {
      const last = transitions.findLast((transition) => Date.parse(transition.at) <= at)
      const offset = last?.utc_offset_seconds ?? utc_offset_seconds
      expect(findZoneTime(zone, new Date(at))?.utcOffsetSeconds, `${zone} ${at}`).toBe(offset)
    }
  }
  expect(findOffsets('Mars/Olympus_Mons', { from, until })).toBeUndefined()
})
