import { expect, test } from 'vitest'
import { addressOf, readSelection } from './use-selection.ts'

const atOf = (at: string) => readSelection(new URLSearchParams({ at })).at

test.for([
  ['2026-11-24T13:00Z', '2026-11-24T13:00:00.000Z'],
  ['2026-11-24T13:00:30Z', '2026-11-24T13:00:30.000Z'],
  ['2026-11-24T13:00+05:30', '2026-11-24T07:30:00.000Z'],
  ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
] as const)('a link to %s is one to %s', ([at, instant]) => {
  expect(atOf(at)).toBe(Date.parse(instant))
})

test.for([
  '2026-02-30T10:00Z',
  '2026-11-24',
  '2026-11-24T13:00',
  '2026-11-24T25:00Z',
  '1999-12-31T23:59Z',
  'soon',
])('a link to %s has no moment', (at) => expect(atOf(at)).toBeUndefined())

test('the address of a moment has its minute', () => {
  const at = Date.parse('2026-11-24T13:00:30Z')
  expect(addressOf('/meet', { at, minutes: 60 })).toBe('/meet?at=2026-11-24T13%3A00Z&minutes=60')
})
