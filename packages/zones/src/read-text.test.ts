import { expect, test } from 'vitest'
import { createReadText } from './read-text.ts'

const english = createReadText('en', {
  plain: 'Saved.',
  for: { one: { person: 'For {{name}}, {{name}}' } },
  people_one: '{{count}} person',
  people_other: '{{count}} people',
})

test('texts are found by their paths, and what stands in braces is filled in as it is', () => {
  expect(english('plain')).toBe('Saved.')
  expect(english('for.one.person', { name: '$& {{x}}' })).toBe('For $& {{x}}, $& {{x}}')
})

test('a count chooses the form by the rules of the language', () => {
  expect([0, 1, 2].map((count) => english('people', { count }))).toEqual(['0 people', '1 person', '2 people'])
  const texts = {
    days_one: '{{count}} день',
    days_few: '{{count}} дня',
    days_many: '{{count}} дней',
    days_other: '…',
  }
  const russian = createReadText('ru', texts)
  expect([1, 2, 5, 21, 1.5].map((count) => russian('days', { count }))).toEqual([
    '1 день',
    '2 дня',
    '5 дней',
    '21 день',
    '…',
  ])
})

test('keys are typed, and a text that is missing is no empty one', () => {
  // @ts-expect-error: no such key
  expect(() => english('constructor')).toThrow('constructor')
  // @ts-expect-error: a group of texts
  expect(() => english('for')).toThrow('for')
})

test('numbers are grouped as in the language, in Latin digits', () => {
  const texts = { count: '{{count}}' }
  const write = (language: string) => createReadText(language, texts)('count', { count: 12_345 })
  expect(['en', 'de', 'ar', 'ja'].map(write)).toEqual(['12,345', '12.345', '12,345', '12,345'])
})
