import { expect, test } from 'vitest'
import { withClock } from './hour-cycle.ts'
import { chooseLocale } from './locale.ts'
import { createTimeFormat } from './time-format.ts'

const AFTERNOON = (14 * 60 + 15) * 60_000
const time = (language: string, browser: string[]) =>
  createTimeFormat(chooseLocale(language, browser)).time(AFTERNOON)

test.for([
  ['fr-FR', '14:15'],
  ['ja-JP', '14:15'],
  ['ar-MA', '14:15'],
  ['pt-BR', '14:15'],
  ['ru', '14:15'],
] as const)('a browser in %s reads 24 hours on the English page', ([browser, expected]) => {
  expect(time('en', [browser])).toBe(expected)
})

test('a browser in the page’s own language keeps its region', () => {
  expect(chooseLocale('en', ['fr-FR', 'en-US'])).toBe('en-US')
  expect(time('en', ['en-US'])).toMatch(/^2:15\sPM$/)
  expect(time('en', ['en-GB'])).toBe('14:15')
  expect(time('en', ['ar-EG'])).toMatch(/^2:15/)
})

test('a chosen clock overrides the one of the region', () => {
  const write = (locale: string) =>
    new Date(Date.UTC(2026, 0, 1, 14)).toLocaleTimeString(locale, {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
    })
  expect(write(withClock('en-US', '24'))).toBe('14:00')
  expect(write(withClock('de-DE', '12'))).toMatch(/^2:00/)
  expect(withClock('ja-JP', undefined)).toBe('ja-JP')
})

test('an Arabic browser keeps its region, with the digits that the texts have', () => {
  expect(chooseLocale('ar', ['ar-EG'])).toBe('ar-EG-u-nu-latn')
  expect(time('ar', ['ar-EG'])).toMatch(/^2:15/)
  expect(time('ar', ['ar-MA'])).toBe('14:15')
})

test('a page in a language of one region is written in the browser’s', () => {
  expect(chooseLocale('pt-BR', ['pt-PT', 'en'])).toBe('pt-PT')
  expect(chooseLocale('pt-BR', ['de-DE'])).toMatch(/^pt-DE/)
})

test.for(['en-US@posix', 'en_US.UTF-8', 'C', 'x', ''])('a browser in %s does not fail', (tag) => {
  expect(time('en', [tag, 'en-US'])).toMatch(/^2:15\sPM$/)
  expect(time('de', [tag])).toMatch(/^(?:14:15|2:15\sPM)$/)
})

test.for([
  ['ja', ['ja-JP'], '12', '午後0:05'],
  ['ja', ['en-US'], undefined, '午後0:05'],
  ['en', ['ja-JP'], '12', '12:05 PM'],
  ['en', ['en-AU'], undefined, '12:05 pm'],
  ['ar', ['ar-EG'], '12', '12:05 م'],
  ['ja', ['ja-JP'], '24', '12:05'],
] as const)(
  'five past noon in %s in a browser in %s with a clock of %s hours is %s',
  ([language, browser, clock, expected]) => {
    const text = createTimeFormat(withClock(chooseLocale(language, browser), clock)).time(
      (12 * 60 + 5) * 60_000,
    )
    expect(text.replace(/\s/, ' ')).toBe(expected)
  },
)
