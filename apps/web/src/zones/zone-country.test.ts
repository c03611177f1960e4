import { expect, test } from 'vitest'
import { weekendOf } from './zone-country.ts'

test('the weekend is that of the country, Saturday and Sunday if there is none', () => {
  expect(weekendOf('Africa/Cairo')).toEqual([5, 6])
  expect(weekendOf('Europe/Berlin')).toEqual([6, 7])
  expect(weekendOf('UTC')).toEqual([6, 7])
})
