import { expect, test } from 'vitest'
import { createFormatters } from './formatters.ts'

const HOUR = { hour: 'numeric' } as const
/** As many as are kept, all of other locales. */
const LOCALES = Array.from({ length: 500 }, (_, at) => `de-x-${at}`)

test('a formatter is made once for each locale and its options', () => {
  const { dateTime, number } = createFormatters()
  const format = dateTime('de', { hour: 'numeric' })
  expect(dateTime('de', { hour: 'numeric' })).toBe(format)
  for (const other of [dateTime('fr', HOUR), dateTime('de', { hour: '2-digit' }), number('de', {})])
    expect(other).not.toBe(format)
})

test('the number of formatters is bounded, however many locales are asked for: others get that of their language', () => {
  let now = 0
  const { dateTime } = createFormatters({ now: () => now })
  const [first] = LOCALES.map((locale) => dateTime(locale, HOUR))
  const fallback = dateTime('de-AT', HOUR)
  expect(fallback.resolvedOptions().locale).toBe('de')
  expect(dateTime('de-CH', HOUR)).toBe(fallback)
  expect(dateTime('sv-SE', HOUR).resolvedOptions().locale).toBe('en')

  now += 60_000
  expect(dateTime('sv-SE', HOUR).resolvedOptions().locale).toBe('sv-SE')
  expect(dateTime('de-x-0', HOUR)).not.toBe(first)
  expect(dateTime('de-x-499', HOUR).resolvedOptions().locale).toBe('de')
})
