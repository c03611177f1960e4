import type { LanguageTag } from '@timezone-registry/zones/place-of'
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

const read = (language: LanguageTag, query: string) => {
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
  ['ar', 'بعد ساعتين', '2026-11-21T15:42'],
  ['ar', 'بعد ساعة', '2026-11-21T14:42'],
  ['ar', 'بعد نصف ساعة', '2026-11-21T14:12'],
  ['en', 'in an hour', '2026-11-21T14:42'],
  ['en', 'in half an hour', '2026-11-21T14:12'],
  ['de', 'in einer Stunde', '2026-11-21T14:42'],
  ['de', 'in einer halben Stunde', '2026-11-21T14:12'],
  ['es', 'en 2 horas', '2026-11-21T15:42'],
  ['es', 'en una hora', '2026-11-21T14:42'],
  ['es', 'dentro de media hora', '2026-11-21T14:12'],
  ['fr', 'dans une heure', '2026-11-21T14:42'],
  ['fr', 'dans une demi-heure', '2026-11-21T14:12'],
  ['pt-BR', 'em uma hora', '2026-11-21T14:42'],
  ['pt-BR', 'em meia hora', '2026-11-21T14:12'],
  ['ru', 'через час', '2026-11-21T14:42'],
  ['ru', 'через полчаса', '2026-11-21T14:12'],
  ['ja', '30分後', '2026-11-21T14:12'],
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
  // At night or in the afternoon.
  'half past 3',
  '80351110224678912',
  '',
])('%j names no moment', (query) => expect(read('en', query)).toBeUndefined())
