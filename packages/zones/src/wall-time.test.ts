import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resolveDateTime } from './date-time.ts'
import { LANGUAGE_TAGS, type LanguageTag } from './place-of.ts'
import { readTimeOfDay } from './time-of-day.ts'
import { createReadWallTime } from './wall-time.ts'

const readWallTime = createReadWallTime()
const lines = readFileSync(new URL('../test/typed-times.txt', import.meta.url), 'utf8').split('\n')
let [language, clock, zone] = ['', '', '']
const phrases = lines.flatMap((line) => {
  const block = /^([a-z]{2}(?:-BR)?) (\S+T\S+) (\S+\/\S+)$/.exec(line)
  if (block) [, language = '', clock = '', zone = ''] = block
  const [, time, date, answer] = /^([^#|]*?)(?: \| (.*?))? = (.*)$/.exec(line) ?? []
  return answer === undefined ? [] : [{ language, clock, zone, time: time ?? '', date, answer }]
})

test.for(phrases)('$language, at $clock: $time | $date = $answer', (phrase) => {
  const { zone, clock, time, date, answer } = phrase
  const language = phrase.language as LanguageTag
  const meant = readWallTime({ time, date }, { language, local: Date.parse(`${clock}Z`) })
  if ('unclear' in meant) return expect(meant.unclear === 'text' ? '-' : meant.unclear).toBe(answer)
  const { resolution } = resolveDateTime(meant.wall, zone)
  const notes = [...(meant.wall < clock ? ['past'] : []), ...(resolution === 'exact' ? [] : [resolution])]
  expect([meant.wall, ...notes].join(' ')).toBe(answer)
})

const LOCALES = ['en-US', 'en-GB', 'de', 'es-ES', 'es-419', 'fr', 'pt-BR', 'ja', 'ru', 'ar'] as const
const HALVES = ['am', 'pm', 'AM', 'p.m.', 'a. m.', 'p', 'ص', 'م']

test.for(LOCALES)('dates as Discord and browsers write them in %s mean the same', (locale) => {
  const language = (locale === 'pt-BR' ? locale : locale.slice(0, 2)) as LanguageTag
  for (const hour12 of [true, false])
    for (const dateStyle of ['full', 'long'] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        dateStyle,
        timeStyle: 'short',
        hour12,
        timeZone: 'UTC',
      })
      for (let day = 0; day < 366; day += 5) {
        const at = Date.UTC(2027, 0, 1 + day, day % 24, day % 60)
        const text = format.format(at)
        // In German, `am` is no half of a day; in Japan, 午前12時 may be noon.
        if (/\bAM$/.test(text) && language === 'de') continue
        if (text.includes('午前12')) continue
        const wall = new Date(at).toISOString().slice(0, 16)
        expect([text, readWallTime({ time: text }, { language, local: Date.UTC(2026, 10, 26) })]).toEqual([
          text,
          { wall },
        ])
      }
    }
})

test('in every language, a clock time over 12 takes no am or pm', () => {
  for (const language of LANGUAGE_TAGS)
    for (const half of HALVES)
      for (const clock of ['13', '13:30', '17:00', '23.59', '24:00'])
        for (const time of [`${clock}${half}`, `${clock} ${half}`]) {
          expect([time, readTimeOfDay(time, language)]).toEqual([time, undefined])
          expect(readWallTime({ time }, { language, local: 0 }), time).toEqual({ unclear: 'text' })
        }
})

test('in German, am stands before a day at every hour', () => {
  for (let hour = 0; hour < 24; hour += 1)
    for (const time of [`${hour}:00 am Freitag`, `${hour} Uhr am Freitag`, `am Freitag um ${hour}:00`]) {
      const read = readWallTime({ time }, { language: 'de', local: Date.UTC(2026, 10, 26) })
      expect([time, read]).toEqual([time, { wall: `2026-11-27T${String(hour).padStart(2, '0')}:00` }])
    }
})

test('the phrases are at least 300, in eight languages', () => {
  expect(phrases.length).toBeGreaterThan(300)
  expect(new Set(phrases.map(({ language }) => language)).size).toBe(8)
})
