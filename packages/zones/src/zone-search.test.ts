import { describe, expect, test } from 'vitest'
import { loadAliases } from './cldr-zones.ts'
import { loadPlaceRows } from './place-rows.ts'
import { createPlaces, fold, UTC } from './places.ts'
import { createZoneSearch } from './zone-search.ts'
import { SEARCH_QUERIES } from './zone-search-queries.ts'
import { findOffsetMinutes } from './zone-times.ts'

const rows = loadPlaceRows()
const zoneAliases = loadAliases({ onlyRenamed: false })
const places = createPlaces([...rows, UTC], {
  language: 'en',
  canonicalNames: zoneAliases,
})
const search = createZoneSearch(places, { offsetMinutes: findOffsetMinutes })
const WINTER = Date.parse('2026-01-15T12:00:00Z')
const zones = (query: string) => search(query, WINTER).places.map(({ zone }) => zone)

test('there are at least 300 queries with an expected first hit', () => {
  expect(new Set(SEARCH_QUERIES.map(([query]) => query)).size).toBeGreaterThanOrEqual(300)
})

test.for(SEARCH_QUERIES)('%s finds %s first', ([query, zone]) => {
  expect(zones(query)[0]).toBe(zone)
})

test('UTC belongs to no country', () => {
  expect(search('utc', WINTER).places[0]).toMatchObject({ zone: 'UTC', country: '' })
})

describe('an ambiguous abbreviation', () => {
  test.for([
    ['EST', ['America/New_York', 'Australia/Sydney']],
    ['IST', ['Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin']],
    ['CST', ['Asia/Shanghai', 'America/Chicago', 'America/Havana']],
    ['BST', ['Europe/London', 'Asia/Dhaka']],
  ] as const)('%s gives one row per meaning and asks', ([query, expected]) => {
    expect(search(query, WINTER).kind).toBe('choice')
    expect(zones(query)).toEqual(expected)
  })
})

describe('the places', () => {
  test('have canonical zones only, each known to this runtime', () => {
    const legacy = places.filter(({ zone }) => zone in zoneAliases && zone !== 'UTC')
    expect(legacy.map(({ zone }) => zone)).toEqual([])
    for (const zone of new Set(places.map(({ zone }) => zone)))
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  })

  test('are listed once: no two rows show the same label, country and zone', () => {
    const shown = places.map(({ label, country, zone }) => `${fold(label)}|${country}|${zone}`)
    expect(shown.length).toBe(new Set(shown).size)
  })

  test('are listed with their accents', () => {
    const labels = ['zurich', 'lodz', 'sao paulo', 'quebec'].map(
      (query) => search(query, WINTER).places[0]?.label,
    )
    expect(labels).toEqual(['Zürich', 'Łódź', 'São Paulo', 'Québec'])
  })

  test('are labelled in the page’s language and found in both', () => {
    const german = createPlaces(rows, { language: 'de', canonicalNames: zoneAliases })
    const first = (query: string) =>
      createZoneSearch(german, { offsetMinutes: findOffsetMinutes })(query, WINTER).places[0]
    expect(first('austria')).toMatchObject({ label: 'Österreich', zone: 'Europe/Vienna' })
    expect(first('österreich')).toMatchObject({ label: 'Österreich', zone: 'Europe/Vienna' })
  })
})

test.for([
  ['ru', 'США'],
  ['es', 'EE. UU.'],
  ['pt-BR', 'EUA'],
  ['fr', 'É.-U.'],
  ['de', 'USA'],
] as const)('in %s, %s is the United States', ([language, name]) => {
  const inLanguage = createPlaces(rows, { language, canonicalNames: zoneAliases })
  expect(
    createZoneSearch(inLanguage, { offsetMinutes: findOffsetMinutes })(name, WINTER).places[0]?.zone,
  ).toBe('America/New_York')
})

describe('offsets and clock times', () => {
  test.for([
    ['+5:30', 'Asia/Kolkata'],
    ['utc+0530', 'Asia/Kolkata'],
    ['utc-3', 'America/Sao_Paulo'],
    ['gmt -8', 'America/Los_Angeles'],
    ['+13:45', 'Pacific/Chatham'],
    ['13:03', 'Europe/Berlin'],
    ['9pm', 'Asia/Tokyo'],
    ['12.00', 'Europe/London'],
    ['9 p.m.', 'Asia/Tokyo'],
    ['9.00 P.M.', 'Asia/Tokyo'],
    ['13h', 'Europe/Berlin'],
    ['13 h 05', 'Europe/Berlin'],
    ['13 Uhr', 'Europe/Berlin'],
    ['13:00 Uhr', 'Europe/Berlin'],
    ['21時', 'Asia/Tokyo'],
    ['21時05分', 'Asia/Tokyo'],
    ['١٣:٠٠', 'Europe/Berlin'],
  ] as const)('%s finds the zones where it is that now, %s among them', ([query, zone]) => {
    expect(zones(query)).toContain(zone)
    expect(zones(query)).not.toContain('America/New_York')
  })

  test('count by the offset now: in July, New York is at UTC−4', () => {
    const july = Date.parse('2026-07-15T12:00:00Z')
    expect(search('utc-4', july).places.map(({ zone }) => zone)).toContain('America/New_York')
  })
})

test('typing errors count only where nothing matches, from five letters', () => {
  expect(zones('berln')[0]).toBe('Europe/Berlin')
  expect(search('osl', WINTER).places[0]?.label).toBe('Oslo')
  expect(search('xslo', WINTER).kind).toBe('closest')
  expect(search('pheonix', WINTER)).toMatchObject({ kind: 'matches', places: [{ label: 'Phoenix' }] })
})

test('what is still being typed finds the names that begin like it', () => {
  expect(zones('ber')[0]).toBe('Europe/Berlin')
  expect(zones('America/Wash')[0]).toMatch(/^America\//)
})

test('a miss offers the three closest names', () => {
  expect(search('qqqqzzzz', WINTER).kind).toBe('closest')
  expect(search('qqqqzzzz', WINTER).places.length).toBeLessThanOrEqual(3)
  expect(search('lnd', WINTER)).toMatchObject({ kind: 'closest' })
})

test.for(['%00', '1600', '🙂🙂'])('nothing is close to %s', (query) => {
  const { places } = search(query, WINTER)
  expect(places.map(({ label }) => label)).not.toContain('United States')
  expect(
    places.filter(({ names }) => !names.some((name) => [...query].some((letter) => name.includes(letter)))),
  ).toEqual([])
})

test('no query fails', () => {
  const queries = ['a', 'an', 'san f', 'united states', '((((', '+99', '25:99', '\\', '%', 'xyzxyzxyz']
  for (const query of queries) expect(search(query, WINTER).places).toBeInstanceOf(Array)
})
