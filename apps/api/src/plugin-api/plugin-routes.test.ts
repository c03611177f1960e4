import { findZoneTime } from '@timezone-registry/zones/zone-times'
import { expect, test } from 'vitest'
import { toOffsetText } from './plugin-routes.ts'

const WINTER = new Date('2026-01-15T12:00:00Z')
const SUMMER = new Date('2026-07-15T12:00:00Z')

test.for([
  ['UTC', WINTER, '0'],
  ['Europe/London', WINTER, '0'],
  ['Europe/London', SUMMER, '+1'],
  ['Asia/Karachi', WINTER, '+5'],
  ['America/New_York', WINTER, '-5'],
  ['America/New_York', SUMMER, '-4'],
  ['Asia/Kolkata', WINTER, '+5:30'],
  ['Asia/Calcutta', WINTER, '+5:30'],
  ['Asia/Kathmandu', WINTER, '+5:45'],
  ['America/St_Johns', WINTER, '-3:30'],
  ['America/St_Johns', SUMMER, '-2:30'],
  ['Pacific/Marquesas', WINTER, '-9:30'],
  ['Pacific/Chatham', WINTER, '+13:45'],
  ['Pacific/Kiritimati', WINTER, '+14'],
  ['Australia/Lord_Howe', WINTER, '+11'],
] as const)('%s at %s is %s', ([zone, at, text]) => {
  expect(toOffsetText(findZoneTime(zone, at)?.utcOffsetSeconds ?? Number.NaN)).toBe(text)
})

test('an offset of less than an hour keeps its sign', () => {
  expect([toOffsetText(-1800), toOffsetText(1800), toOffsetText(-300), toOffsetText(-30)]).toEqual([
    '-0:30',
    '+0:30',
    '-0:05',
    '0',
  ])
})
