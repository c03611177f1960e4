import { expect, test } from 'vitest'
import { timezones } from '../src/schema/record-tables.ts'

test.for([
  ['2026-11-24 19:51:42.123456+00', '2026-11-24T19:51:42.123Z'],
  ['2026-11-24 19:51:42.999999+00', '2026-11-24T19:51:42.999Z'],
  ['2026-11-24 19:51:42.5+00', '2026-11-24T19:51:42.500Z'],
  ['2026-11-24 19:51:42+00', '2026-11-24T19:51:42.000Z'],
  // In a session with another time zone.
  ['2026-11-24 20:51:42.123456+01', '2026-11-24T19:51:42.123Z'],
  ['2026-11-25 01:21:42.12+05:30', '2026-11-24T19:51:42.120Z'],
  ['infinity', null],
  ['-infinity', null],
  ['10000-01-01 00:00:00+00', null],
  ['12026-01-01 00:00:00+00', null],
  ['10000-01-01 05:29:59+05:30', '9999-12-31T23:59:59.000Z'],
  ['0044-03-15 00:00:00+00 BC', null],
] as const)('a time that PostgreSQL writes as %s is %s', ([text, expected]) => {
  expect(timezones.updatedAt.mapFromDriverValue(text)).toBe(expected)
})
