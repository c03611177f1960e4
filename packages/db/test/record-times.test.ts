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
] as const)('a time that PostgreSQL writes as %s is %s', ([text, expected]) => {
  expect(timezones.updatedAt.mapFromDriverValue(text)).toBe(expected)
})
