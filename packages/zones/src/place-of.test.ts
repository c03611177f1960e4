import { expect, test } from 'vitest'
import { loadCountries } from './cldr-zones.ts'
import { createPlaceOf } from './place-of.ts'

const countries = loadCountries()
const placeOf = createPlaceOf((zone) => countries.get(zone))

test.for([
  ['America/Argentina/Buenos_Aires', 'en', 'Buenos Aires, Argentina'],
  ['Europe/Berlin', 'de', 'Berlin, Deutschland'],
  ['Asia/Singapore', 'en', 'Singapore'],
  ['Etc/UTC', 'en', 'UTC'],
  // POSIX counts hours west of Greenwich.
  ['Etc/GMT+5', 'en', 'UTC−5'],
  ['Etc/GMT-14', 'de', 'UTC+14'],
  ['Etc/GMT+0', 'en', 'UTC'],
  ['Etc/GMT', 'en', 'GMT'],
] as const)('the place of %s in %s is %s', ([zone, language, place]) => {
  expect(placeOf(zone, language)).toBe(place)
})
