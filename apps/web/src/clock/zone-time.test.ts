import { describeMinutes } from '@timezone-registry/zones/amounts'
import { formatOffset } from '@timezone-registry/zones/offset'
import { describe, expect, test, vi } from 'vitest'
import { loadTexts } from '../texts/load-texts.ts'
import { describeDifference } from './amounts.ts'
import { nextClockChange } from './zone-clock.ts'
import { deviceZone, offsetMinutes } from './zone-time.ts'

const at = (text: string) => Date.parse(text)

test.for([
  ['UTC', undefined],
  ['+00:00', undefined],
  ['Etc/GMT', undefined],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Europe/Berlin', 'Europe/Berlin'],
])('a browser whose zone is called %s is in %s', ([timeZone, expected]) => {
  const resolved = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: timeZone as string }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce(resolved)
  expect(deviceZone()).toBe(expected)
})

describe('the offset', () => {
  test.for([
    ['America/New_York', '2026-03-08T06:59:59Z', -300],
    ['America/New_York', '2026-03-08T07:00:00Z', -240],
    ['America/New_York', '2026-11-01T05:59:59Z', -240],
    ['America/New_York', '2026-11-01T06:00:00Z', -300],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', 660],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 630],
    ['Asia/Kathmandu', '2026-06-15T12:00:00Z', 345],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', -600],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 840],
    ['UTC', '2026-06-15T12:00:00Z', 0],
  ] as const)('of %s at %s is %d minutes', ([timezone, instant, minutes]) => {
    expect(offsetMinutes(timezone, at(instant))).toBe(minutes)
  })

  test('of a zone that the browser does not know is undefined', () => {
    expect(offsetMinutes('Mars/Olympus_Mons', at('2026-06-15T12:00:00Z'))).toBeUndefined()
    expect(nextClockChange('Mars/Olympus_Mons', at('2026-06-15T12:00:00Z'))).toBeUndefined()
  })
})

describe('the next clock change', () => {
  test.for([
    ['America/New_York', '2026-02-24T12:00:00Z', '2026-03-08T03:00:00', 60, 12],
    ['America/New_York', '2026-10-31T12:00:00Z', '2026-11-01T01:00:00', -60, 1],
    ['Australia/Lord_Howe', '2026-04-01T00:00:00Z', '2026-04-05T01:30:00', -30, 4],
    ['Australia/Lord_Howe', '2026-09-01T00:00:00Z', '2026-10-04T02:30:00', 30, 33],
  ] as const)('of %s after %s is at %s, by %d minutes', ([timezone, after, local, minutes, inDays]) => {
    const change = nextClockChange(timezone, at(after))
    expect(change && new Date(change.local).toISOString()).toBe(`${local}.000Z`)
    expect([change?.minutes, change?.inDays]).toEqual([minutes, inDays])
  })

  test('is undefined for a zone without one', () => {
    for (const timezone of ['Asia/Kathmandu', 'UTC', 'Asia/Tokyo', 'Pacific/Apia'])
      expect(nextClockChange(timezone, at('2026-06-15T12:00:00Z'))).toBeUndefined()
  })
})

test('offsets and differences read naturally', async () => {
  const t = await (await loadTexts('en')).views()
  expect([0, 330, -180, 345, -570].map(formatOffset)).toEqual([
    'UTC',
    'UTC+5:30',
    'UTC−3',
    'UTC+5:45',
    'UTC−9:30',
  ])
  expect([0, 540, -330, 15].map((minutes) => describeDifference(minutes, t))).toEqual([
    'same time as you',
    '9\u00a0h ahead of you',
    '5\u00a0h 30\u00a0min behind you',
    '15\u00a0min ahead of you',
  ])
  expect(describeMinutes(90, t)).toBe('1\u00a0h 30\u00a0min')
})
