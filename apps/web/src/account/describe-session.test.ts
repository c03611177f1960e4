import { expect, test } from 'vitest'
import { loadTexts } from '../texts/load-texts.ts'
import { describeDevice, describeLastUse } from './own-sessions.tsx'

const NOW = Date.parse('2026-11-22T12:00:00Z')

test.each([
  ['Firefox on Windows', 'Firefox unter Windows'],
  ['Safari', 'Safari'],
  [null, 'Unbekanntes Gerät'],
])('the device %s is %s in German', async (device, german) => {
  const { account } = await loadTexts('de')
  expect(describeDevice(device, await account())).toBe(german)
})

test.each([
  ['2026-11-22T11:00:01Z', undefined],
  ['2026-11-22T12:00:30Z', undefined],
  ['2026-11-22T09:30:00Z', '2 hours ago'],
  ['2026-11-21T10:00:00Z', 'yesterday'],
  ['2026-11-12T10:00:00Z', '10 days ago'],
])('a session of %s: %s', (then, text) => {
  expect(describeLastUse(Date.parse(then), NOW, 'en')).toBe(text)
})
