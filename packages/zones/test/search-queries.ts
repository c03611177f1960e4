import { readFileSync } from 'node:fs'

/** When the queries with a time of day are asked. */
export const QUERIES_AT: number = Date.parse('2026-01-15T12:00:00Z')

export type SearchQuery = readonly [
  query: string,
  zone: string,
  region: string | undefined,
  language: 'en' | 'ja' | 'ar' | 'ru',
]

/**
 * Queries with the zone that they find first and the region of who asks, if any: `US America/Chicago: cst`, or the only
 * language in which the page finds it: `ja Asia/Taipei: 新北`.
 */
export const SEARCH_QUERIES: SearchQuery[] = readFileSync(
  new URL('search-queries.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [, region, language = 'en', zone = '', queries = ''] =
      /^(?:([A-Z]{2}) |(ja|ar|ru) )?(\S+): (.*)$/.exec(line) ?? []
    return queries.split(', ').map((query) => [query, zone, region, language] as SearchQuery)
  })
