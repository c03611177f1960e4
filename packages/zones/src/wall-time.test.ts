import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resolveDateTime } from './date-time.ts'
import type { LanguageTag } from './place-of.ts'
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

test('the phrases are at least 300, in eight languages', () => {
  expect(phrases.length).toBeGreaterThan(300)
  expect(new Set(phrases.map(({ language }) => language)).size).toBe(8)
})
