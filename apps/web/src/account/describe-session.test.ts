import { expect, test } from 'vitest'
import { texts as de } from '../texts/de.ts'
import { en } from '../texts/en-views.ts'
import { describeDevice, describeLastUse } from './describe-session.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')

test.each([
  ['Firefox on Windows', 'Firefox unter Windows'],
  ['Safari', 'Safari'],
  [null, 'Unbekanntes Gerät'],
])('the device %s is %s in German', (device, german) => {
  expect(describeDevice(device, de.accountPage)).toBe(german)
})

test.each([
  ['2026-11-22T11:00:01Z', 'Used within the last hour'],
  ['2026-11-22T12:00:30Z', 'Used within the last hour'],
  ['2026-11-22T09:30:00Z', 'Last used 2 hours ago'],
  ['2026-11-21T10:00:00Z', 'Last used yesterday'],
  ['2026-11-12T10:00:00Z', 'Last used 10 days ago'],
])('a session of %s: %s', (then, text) => {
  const { sessions } = en.accountPage
  expect(describeLastUse(Date.parse(then), NOW, { sessions, locale: 'en' })).toBe(text)
})
