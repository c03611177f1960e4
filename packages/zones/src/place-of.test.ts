import { expect, test } from 'vitest'
import { loadCountries } from './cldr-zones.ts'
import { createPlaceOf, type LanguageTag } from './place-of.ts'
import { loadCities, loadCityNames } from './zone-data.ts'
import { createZoneNames } from './zone-names.ts'

const countries = loadCountries()
const placeOfIn = (language: LanguageTag) =>
  createPlaceOf(language, { cities: loadCities(language), countryOf: (zone) => countries.get(zone) })

test.for([
  ['America/Argentina/Buenos_Aires', 'en', 'Buenos Aires, Argentina'],
  ['Europe/Berlin', 'de', 'Berlin, Deutschland'],
  ['Europe/Vienna', 'de', 'Wien, Österreich'],
  ['Europe/Moscow', 'ar', 'موسكو، روسيا'],
  ['Asia/Tokyo', 'ja', '東京、日本'],
  ['Asia/Singapore', 'en', 'Singapore'],
  ['Asia/Hong_Kong', 'en', 'Hong Kong'],
  ['Asia/Macau', 'en', 'Macao'],
  ['Etc/UTC', 'en', 'UTC'],
  // POSIX counts hours west of Greenwich.
  ['Etc/GMT+5', 'en', 'UTC−5'],
  ['Etc/GMT-14', 'de', 'UTC+14'],
  ['Etc/GMT+0', 'en', 'UTC'],
  ['Etc/GMT', 'en', 'GMT'],
] as const)('the place of %s in %s is %s', ([zone, language, place]) => {
  expect(placeOfIn(language)(zone)).toBe(place)
})

test('every current name of a zone in a country has the name of a city in each language', () => {
  const { all, canonicalOf } = createZoneNames()
  const zones = new Set(all.map(canonicalOf).filter((zone) => countries.has(zone)))
  const cities = loadCityNames()
  expect(zones.size).toBeGreaterThan(400)
  expect([...zones].filter((zone) => cities.get(zone)?.length !== 8)).toEqual([])
})
