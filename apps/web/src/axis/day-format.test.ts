import { expect, test } from 'vitest'
import { createDayFormat } from './day-format.ts'

test('a day is named where it is not the reader’s: by its weekday for another time than now', () => {
  const describe = (daysApart: number, { locale = 'en', isNow = true } = {}) =>
    createDayFormat(locale)({ day: 20_000 + daysApart, today: 20_000, isNow })
  expect(describe(0)).toBe('')
  expect(describe(0, { isNow: false })).toBe('')
  expect(describe(1)).toBe('tomorrow')
  expect(describe(-1)).toBe('yesterday')
  // Kiritimati is 25 hours ahead of Pago Pago.
  expect(describe(2)).toBe('in 2 days')
  expect(describe(-2, { locale: 'de' })).toBe('vorgestern')
  expect(describe(1, { isNow: false })).toBe('Saturday')
  expect(describe(-1, { isNow: false, locale: 'de' })).toBe('Donnerstag')
})
