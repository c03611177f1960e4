import { expect, test } from 'vitest'
import { describeAhead } from '../clock/amounts.ts'
import { loadTexts } from '../texts/load-texts.ts'
import { describeClockChange } from './describe-person.ts'

const t = await (await loadTexts('en')).views()

test('differences are short', () => {
  expect(
    [0, 270, -360, -15, 345].map((minutes) =>
      describeAhead(minutes, t)
        .replaceAll(/[\u00a0]/g, ' ')
        .replace('\u200e', ''),
    ),
  ).toEqual(['same time', '+4 h 30 min', '−6 h', '−15 min', '+5 h 45 min'])
})

test.for([
  ['America/New_York', '2026-10-24T12:00Z', undefined],
  ['America/New_York', '2026-10-26T12:00Z', 'clocks go back on Sunday'],
  ['America/New_York', '2026-10-31T12:00Z', 'clocks go back tomorrow'],
  ['Europe/Berlin', '2026-03-29T00:30Z', 'clocks go forward today'],
  ['Asia/Tokyo', '2026-10-31T12:00Z', undefined],
] as const)('the warning for %s at %s is %s', ([timezone, now, warning]) => {
  expect(describeClockChange(timezone, { now: Date.parse(now), locale: 'en', t })).toBe(warning)
})
