import { expect, test } from 'vitest'
import { placeOf, weekendOf } from './zone-country.ts'

test.for([
  ['Asia/Kolkata', 'en', 'Kolkata, India'],
  ['Europe/Berlin', 'de', 'Berlin, Deutschland'],
  ['America/Argentina/Buenos_Aires', 'en', 'Buenos Aires, Argentina'],
  ['Asia/Singapore', 'en', 'Singapore'],
  ['UTC', 'en', 'UTC'],
  // POSIX counts hours west of Greenwich.
  ['Etc/GMT+5', 'en', 'UTC−5'],
  ['Etc/GMT-14', 'de', 'UTC+14'],
  ['Etc/GMT+0', 'en', 'UTC'],
  ['Etc/GMT', 'en', 'GMT'],
] as const)('the place of %s in %s is %s', ([timezone, language, place]) => {
  expect(placeOf(timezone, language)).toBe(place)
})

test('the weekend is that of the country, Saturday and Sunday if there is none', () => {
  expect(weekendOf('Africa/Cairo')).toEqual([5, 6])
  expect(weekendOf('Europe/Berlin')).toEqual([6, 7])
  expect(weekendOf('UTC')).toEqual([6, 7])
})
