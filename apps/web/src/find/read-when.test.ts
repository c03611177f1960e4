import { expect, test } from 'vitest'
import { createReadWhen } from './read-when.ts'

// 14:42 in Berlin, 22:42 in Tokyo.
const NOW = Date.parse('2026-11-21T13:42Z')
const OFFSETS: Record<string, number> = { 'Europe/Berlin': 60, 'Asia/Tokyo': 540, 'America/New_York': -300 }
const PLACES: Record<string, string> = {
  tokyo: 'Asia/Tokyo',
  東京: 'Asia/Tokyo',
  'new york': 'America/New_York',
  am: 'Asia/Yerevan',
  pm: 'America/Miquelon',
}

const read = (language: 'en' | 'de' | 'ja' | 'ru' | 'ar', query: string) => {
  const found = createReadWhen(language)(query, {
    now: NOW,
    own: 'Europe/Berlin',
    offsetOf: (zone) => OFFSETS[zone] ?? 0,
    findZone: (place) => PLACES[place.toLowerCase()],
  })
  return found && new Date(found.at).toISOString().slice(0, 16)
}

test.for([
  ['en', '3pm tokyo', '2026-11-22T06:00'],
  ['en', 'Tokyo 3pm', '2026-11-22T06:00'],
  ['en', '9:30 New York', '2026-11-21T14:30'],
  ['en', 'noon', '2026-11-22T11:00'],
  ['en', 'tomorrow 9am', '2026-11-22T08:00'],
  ['en', 'tokyo tomorrow 9am', '2026-11-22T00:00'],
  ['en', 'fri 18:00', '2026-11-27T17:00'],
  ['en', '15:00', '2026-11-21T14:00'],
  ['en', 'in 2 hours', '2026-11-21T15:42'],
  ['en', 'in 90 minutes', '2026-11-21T15:12'],
  ['de', 'in 2 Stunden', '2026-11-21T15:42'],
  ['de', 'in 2 hours', '2026-11-21T15:42'],
  ['de', 'morgen 9 Uhr', '2026-11-22T08:00'],
  ['ja', '明日9時', '2026-11-22T08:00'],
  ['ja', '2時間後', '2026-11-21T15:42'],
  ['ja', '東京 15時', '2026-11-22T06:00'],
  ['ru', 'через 2 часа', '2026-11-21T15:42'],
  ['ar', 'خلال ساعتين', '2026-11-21T15:42'],
] as const)('in %s, %j is %s', ([language, query, expected]) => expect(read(language, query)).toBe(expected))

test.for([
  'tokyo',
  'maya',
  '3',
  '14',
  'UTC+5:45',
  '+5:30',
  'PST',
  '3pm atlantis',
  '13:30 am',
  'pm 15:00',
  'monday',
  'today 9am',
  '80351110224678912',
  '',
])('%j names no moment', (query) => expect(read('en', query)).toBeUndefined())
