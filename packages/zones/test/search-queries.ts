import { readFileSync } from 'node:fs'

/** When the queries with a time of day are asked. */
export const QUERIES_AT: number = Date.parse('2026-01-15T12:00:00Z')

/** Queries with the zone that they find first and the region of who asks, if any: `US America/Chicago: cst`. */
export const SEARCH_QUERIES: (readonly [query: string, zone: string, region: string | undefined])[] =
  readFileSync(new URL('search-queries.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, region, zone = '', queries = ''] = /^(?:([A-Z]{2}) )?(\S+): (.*)$/.exec(line) ?? []
      return queries.split(', ').map((query) => [query, zone, region] as const)
    })
