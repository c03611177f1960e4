import { describe, expect, test } from 'vitest'
import { createZoneCatalogue } from './zone-catalogue.ts'
import { createZoneSearch } from './zone-search.ts'

// The browser's own list lacks the links that the service accepts; these are the ones that the tests name.
const NAMES = [
  ...Intl.supportedValuesOf('timeZone'),
  'UTC',
  'Asia/Kolkata',
  'Europe/Kyiv',
  'US/Pacific',
  'EST',
  'Asia/Kathmandu',
]
const search = createZoneSearch(createZoneCatalogue([...new Set(NAMES)].toSorted()))
const WINTER = Temporal.Instant.from('2026-01-15T12:00:00Z')
const first = (query: string) => search(query, WINTER)[0]
const names = (query: string) => search(query, WINTER).map(({ name }) => name)

describe('the search for a zone', () => {
  test.for([
    ['berlin', 'Berlin', 'Europe/Berlin'],
    ['new york', 'New York', 'America/New_York'],
    ['boston', 'Boston', 'America/New_York'],
    ['sao paulo', 'Sao Paulo', 'America/Sao_Paulo'],
    ['São Paulo', 'Sao Paulo', 'America/Sao_Paulo'],
    ['osaka', 'Osaka', 'Asia/Tokyo'],
    ['europe/lisbon', 'Lisbon', 'Europe/Lisbon'],
    ['berln', 'Berlin', 'Europe/Berlin'],
    ['tokio', 'Tokyo', 'Asia/Tokyo'],
    ['kathmnadu', 'Kathmandu', 'Asia/Kathmandu'],
    ['sydny', 'Sydney', 'Australia/Sydney'],
  ] as const)('%s finds %s first', ([query, label, name]) => {
    expect(first(query)).toMatchObject({ label, name })
  })

  test('finds a country by its main city, and old names beside the new', () => {
    expect(names('nepal').some((name) => /Kat[h]?mandu/.test(name))).toBe(true)
    expect(names('calcutta')).toEqual(expect.arrayContaining(['Asia/Calcutta', 'Asia/Kolkata']))
    expect(names('kiev')).toEqual(expect.arrayContaining(['Europe/Kiev', 'Europe/Kyiv']))
    expect(names('us/pacific')[0]).toBe('US/Pacific')
  })

  test('gives each place that uses an abbreviation', () => {
    expect(names('pst')).toContain('America/Los_Angeles')
    expect(names('pdt')).toContain('America/Los_Angeles')
    expect(names('cest')).toContain('Europe/Berlin')
    expect(names('ist')).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Jerusalem']))
  })

  test.for([
    ['+5:30', 'Asia/Kolkata'],
    ['utc+0530', 'Asia/Kolkata'],
    ['utc-3', 'America/Sao_Paulo'],
    ['gmt -8', 'America/Los_Angeles'],
    ['+13:45', 'Pacific/Chatham'],
    ['13:03', 'Europe/Berlin'],
    ['9pm', 'Asia/Tokyo'],
    ['12.00', 'Europe/London'],
  ] as const)('%s finds zones whose offset or clock it is now, %s among them', ([query, name]) => {
    expect(names(query)).toContain(name)
    expect(names(query)).not.toContain('America/New_York')
  })

  test('an offset is that of now: in July, New York is at UTC−4', () => {
    const july = Temporal.Instant.from('2026-07-15T12:00:00Z')
    expect(search('utc-4', july).map(({ name }) => name)).toContain('America/New_York')
  })

  test('without a query goes from west to east', () => {
    const ranks = search('', WINTER).map(({ rank }) => rank ?? 0)
    expect(ranks.length).toBeGreaterThan(250)
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  })

  test('nonsense finds nothing, and no query takes long', () => {
    expect(names('qqqqzzzz')).toEqual([])
    const startedAt = performance.now()
    for (const query of ['a', 'an', 'san f', 'united states', '((((', '+99', '25:99', '\\', '%'])
      search(query, WINTER)
    expect((performance.now() - startedAt) / 9).toBeLessThan(50)
  })
})
