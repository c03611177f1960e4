import { expect, test } from 'vitest'
import { SEARCH_QUERIES } from '../test/search-queries.ts'
import { createFindZones } from './find-zones.ts'
import { LANGUAGE_TAGS } from './place-of.ts'
import { createZoneNames } from './zone-names.ts'

const { find: findZones, offer } = createFindZones(createZoneNames())
const labels = (query: string, language: (typeof LANGUAGE_TAGS)[number]) =>
  findZones(query, { language, region: undefined, limit: 25 }).map(({ label }) => label)

test('a label is a place and its country, with the city of its zone only where another label is the same', () => {
  expect(labels('münchen', 'en')).toEqual(['Munich, Germany'])
  expect(labels('münchen', 'ja')).toEqual(['ミュンヘン、ドイツ'])
  expect(labels('singapore', 'de')).toEqual(['Singapur'])
  expect(labels('utc', 'en')[0]).toBe('UTC')
  expect(labels('france', 'fr')[0]).toBe('France')
  expect(labels('usa', 'es').slice(0, 2)).toEqual(['Estados Unidos (Nueva York)', 'Estados Unidos (Chicago)'])
})

test.for(LANGUAGE_TAGS)('no two labels of one result are the same in %s', (language) => {
  for (const [query] of SEARCH_QUERIES) {
    const all = labels(query, language)
    expect(new Set(all).size, `${query}: ${all}`).toBe(all.length)
  }
})

test('the number of zones is limited', () => {
  const few = { language: 'en', region: undefined, limit: 3 } as const
  expect(findZones('s', few)).toHaveLength(3)
})

test('before anything is typed, one’s own zone is offered, then the largest of the country', () => {
  const offered = (own: string | undefined, region: string | undefined) =>
    offer(own, { language: 'en', region, limit: 25 }).map(({ timezone }) => timezone)
  expect(offered('Asia/Tokyo', 'US').slice(0, 4)).toEqual([
    ...['Asia/Tokyo', 'America/New_York', 'America/Chicago', 'America/Los_Angeles'],
  ])
  expect(offered(undefined, 'DE')[0]).toBe('Europe/Berlin')
  expect(offered('Nowhere/Else', undefined)).toHaveLength(25)
  expect(new Set(offered('Asia/Tokyo', 'JP')).size).toBe(25)
})
