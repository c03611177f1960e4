import { expect, test } from 'vitest'
import { peopleEn } from '../texts/people-en.ts'
import { describeAhead, describeClockChange, describeState } from './describe-person.ts'

test('differences are short', () => {
  expect(
    [0, 270, -360, -15, 345].map((minutes) => describeAhead(minutes, peopleEn).replaceAll('\u00a0', ' ')),
  ).toEqual(['same time', '4 h 30 ahead', '6 h behind', '15 min behind', '5 h 45 ahead'])
})

test('a state names the day where it is not the reader’s', () => {
  expect(describeState('asleep', 1, peopleEn)).toBe('asleep · tomorrow')
  expect(describeState('winding-down', 0, peopleEn)).toBe('winding down')
  expect(describeState('awake', -1, peopleEn)).toBe('awake · yesterday')
})

test.for([
  ['America/New_York', '2026-10-24T12:00Z', undefined],
  ['America/New_York', '2026-10-26T12:00Z', 'clocks go back on Sunday'],
  ['America/New_York', '2026-10-31T12:00Z', 'clocks go back tomorrow'],
  ['Europe/Berlin', '2026-03-29T00:30Z', 'clocks go forward today'],
  ['Asia/Tokyo', '2026-10-31T12:00Z', undefined],
] as const)('the warning for %s at %s is %s', ([timezone, now, warning]) => {
  const instant = Temporal.Instant.from(now)
  expect(describeClockChange(timezone, { now: instant, locale: 'en', texts: peopleEn })).toBe(warning)
})
