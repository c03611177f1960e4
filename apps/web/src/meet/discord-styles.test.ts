import { createTimeFormat } from '@timezone-registry/zones/time-format'
import { expect, test } from 'vitest'
import { discordFormats } from './discord-styles.ts'

test('a moment has all seven styles of Discord, each with a preview', () => {
  const at = Date.parse('2026-11-24T13:00Z')
  const options = {
    now: at - 2.4 * 86_400_000,
    offset: 60,
    locale: 'en-GB',
    times: createTimeFormat('en-GB'),
  }
  const formats = discordFormats(at, options)
  expect(formats.map(({ code }) => code)).toEqual(
    ['F', 'f', 'D', 'd', 'T', 't', 'R'].map((style) => `<t:1795525200:${style}>`),
  )
  expect(formats.map(({ preview }) => preview)).toEqual([
    expect.stringMatching(/^Tuesday,? 24 November 2026 at 14:00$/),
    expect.stringMatching(/^24 November 2026 at 14:00$/),
    '24 November 2026',
    '24/11/2026',
    '14:00:00',
    '14:00',
    'in 2 days',
  ])
})
