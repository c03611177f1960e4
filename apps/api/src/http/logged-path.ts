import type { Request } from 'express'
import { type Endpoint, ROUTE_PREFIX, toPattern } from './endpoints.ts'
import { VIEWS } from './web-app.ts'

/** A request's path for the log. Parameters are shown by name, because their values are ids of people. */
export type LoggedPath = (req: Pick<Request, 'originalUrl'> & { tsRestRoute?: { path: string } }) => string

// Paths of the page and its files. Any other name may be an id.
const PAGES = ['/assets', ...VIEWS.map((view) => `/${view}`)]
const FIRST_SEGMENT = /^\/[^/]*/
const WITH_PREFIX = `${ROUTE_PREFIX}/`

export function createLoggedPath(endpoints: readonly Endpoint[]): LoggedPath {
  const exact = new Set(endpoints.map(({ path }) => path))
  const firstSegments = new Set([...exact, ...PAGES].map(firstSegmentOf))
  const patterns = endpoints
    .filter(({ path }) => path.includes(':'))
    .map(({ path }) => ({ path, pattern: toPattern(path) }))

  function withoutIds(path: string): string {
    const name = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    if (exact.has(name.toLowerCase())) return name.toLowerCase()
    const route = patterns.find(({ pattern }) => pattern.test(name))
    if (route !== undefined) return route.path
    if (name === '/') return name
    const first = firstSegmentOf(name.toLowerCase())
    if (!firstSegments.has(first)) return '/*'
    return first.length === name.length ? first : `${first}/*`
  }

  return ({ originalUrl, tsRestRoute }) => {
    const prefix = originalUrl.startsWith(WITH_PREFIX) ? ROUTE_PREFIX : ''
    if (tsRestRoute !== undefined) return prefix + tsRestRoute.path
    const query = originalUrl.indexOf('?')
    return prefix + withoutIds(originalUrl.slice(prefix.length, query < 0 ? undefined : query))
  }
}

function firstSegmentOf(path: string): string {
  return FIRST_SEGMENT.exec(path)?.[0] ?? ''
}
