import type { Problem } from '@timezone-registry/contract'
import { LANGUAGE_TAGS } from '@timezone-registry/zones/place-of'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { QUERIES_AT, SEARCH_QUERIES } from '../../../packages/zones/test/search-queries.ts'
import { test } from './api-test.ts'
import type { TestApi } from './start-test-api.ts'

type Answer = { zones: { timezone: string; label: string }[] }

// Times of day and offsets find zones by the time that it is.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: QUERIES_AT }))
afterAll(() => void vi.useRealTimers())

describe('GET /zones', () => {
  test('returns the zone, a label, the offset and the time of each place, and is not stored', async ({
    api,
  }) => {
    const response = await ask(api, 'query=münchen&language=de', { origin: 'https://forms.example' })
    expect(await response.json()).toEqual({
      zones: [
        {
          timezone: 'Europe/Berlin',
          label: 'München, Deutschland',
          utc_offset_seconds: 3600,
          local_time: '2026-01-15T13:00:00+01:00',
        },
      ],
    })
    const { headers } = response
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
      'no-store',
      '*',
    ])
  })

  test('finds what the page finds, of whose queries each fiftieth is tried', async ({ api }) => {
    const wrong: string[] = []
    const some = SEARCH_QUERIES.filter((_, index) => index % 50 === 0)
    for (const [query, zone, region] of some) {
      const language = region === undefined ? 'en' : `en-${region}`
      const { zones } = await find(api, `query=${encodeURIComponent(query)}`, { 'accept-language': language })
      if (zones[0]?.timezone !== zone) wrong.push(`${query} found ${zones[0]?.timezone}`)
    }
    expect(wrong).toEqual([])
    expect(some.length).toBeGreaterThan(30)
  })

  test('offers for an abbreviation the zones that have it this winter', async ({ api }) => {
    vi.setSystemTime('2026-11-27T12:00:00Z')
    const { zones } = await find(api, 'query=mst&limit=25')
    vi.setSystemTime(QUERIES_AT)
    expect(zones.map(({ timezone }) => timezone)).toContain('America/Vancouver')
  })

  test.for([
    ['de-AT,de;q=0.9,en;q=0.8', '', 'München, Deutschland'],
    ['xx, fr;q=0.5, de;q=0.4', '', 'Munich, Allemagne'],
    ['pt-PT', '', 'Munique, Alemanha'],
    ['zh-Hant-TW', '', 'Munich, Germany'],
    ['*', '', 'Munich, Germany'],
    ['de;q=0, ;;,=, ru', '', 'Мюнхен, Германия'],
    ['de', '&language=es', 'Múnich, Alemania'],
  ] as const)('Accept-Language: %s with %j names it %s', async ([language, more, label], { api }) => {
    const { zones } = await find(api, `query=munich${more}`, { 'accept-language': language })
    expect(zones.map((zone) => zone.label)).toEqual([label])
  })

  test.for(LANGUAGE_TAGS)('%s is a language', async (language, { api }) => {
    expect((await find(api, `query=tokyo&language=${language}`)).zones).toHaveLength(1)
  })

  test('the region of Accept-Language comes first, whatever the language', async ({ api }) => {
    const firstIn = async (language: string, more = '') =>
      (await find(api, `query=cst${more}`, { 'accept-language': language })).zones[0]?.timezone
    expect(await firstIn('de')).toBe('Asia/Shanghai')
    expect(await firstIn('es-419,es-US;q=0.9')).toBe('America/Chicago')
    expect(await firstIn('en-us', '&language=ru')).toBe('America/Chicago')
    expect(await firstIn('es-CU')).toBe('America/Havana')
  })

  test('returns 10 zones, or as many as requested', async ({ api }) => {
    expect((await find(api, 'query=s')).zones).toHaveLength(10)
    expect((await find(api, 'query=s&limit=25')).zones).toHaveLength(25)
    expect((await find(api, 'query=s&limit=1')).zones).toHaveLength(1)
  })

  test.for([
    ['', 'query is required'],
    ['query=a&query=b', 'query must be text'],
    ['query[a]=b', 'query is required'],
    [`query=${'x'.repeat(65)}`, 'query must have at most 64 characters'],
    ['query=a%00', 'query must not contain control characters'],
    ['query=a%0A', 'query must not contain control characters'],
    ['query=%ED%A0%80', ''],
    ['query=%FF', ''],
    ['query=a&language=nl', 'language must be one of en, de, es, fr, pt-BR, ja, ar, ru'],
    ['query=a&language=DE', 'language must be one of'],
    ['query=a&language=de&language=en', 'language must be one of'],
    ['query=a&limit=26', 'limit must be a whole number from 1 to 25'],
    ['query=a&limit=0', 'limit must be a whole number from 1 to 25'],
  ] as const)('%j is refused: %s', async ([query, message], { api }) => {
    const response = await ask(api, query)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
    expect(((await response.json()) as Problem).message).toContain(message)
  })

  test('a space where + belongs is read as +', async ({ api }) => {
    for (const query of ['+5:30', '%205:30', 'utc+5:30', '%2B5:30'])
      expect((await find(api, `query=${query}`)).zones[0]?.timezone, query).toBe('Asia/Kolkata')
  })

  test.for([
    ['', undefined],
    ['   ', undefined],
    ['\u200f\u202b القاهرة\u202c', 'Africa/Cairo'],
    ['\u200e+5:30', 'Asia/Kolkata'],
    ['Zu\u0308rich', 'Europe/Zurich'],
    [`Berlin${'\u0301'.repeat(58)}`, 'Europe/Berlin'],
    ['ﷺ'.repeat(64), undefined],
    ['🕰'.repeat(64), undefined],
    ['a/'.repeat(32), undefined],
    ['constructor', undefined],
    ['here', undefined],
  ] as const)('%j finds %s', async ([query, zone], { api }) => {
    const { zones } = await find(api, `query=${encodeURIComponent(query)}`)
    expect(zones[0]?.timezone).toBe(zone)
  })
})

function ask(api: TestApi, query: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${api.baseUrl}/v1/zones?${query}`, { headers })
}

async function find(api: TestApi, query: string, headers?: Record<string, string>): Promise<Answer> {
  const response = await ask(api, query, headers)
  expect(response.status, query).toBe(200)
  return (await response.json()) as Answer
}
