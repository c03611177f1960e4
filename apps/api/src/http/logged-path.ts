import type { Request } from 'express'
import { type Endpoint, PREFIX, toPattern } from './endpoints.ts'

/** A request's path for the log. Parameters are shown by name, because their values are ids of people. */
export type LoggedPath = (req: Pick<Request, 'originalUrl'> & { tsRestRoute?: { path: string } }) => string

// A page or a folder; an id could look like anything else.
const FIRST_SEGMENT = /^\/[a-z][a-z._-]{0,31}(?=\/|$)/i
const WITH_PREFIX = `${PREFIX}/`

export function createLoggedPath(endpoints: readonly Endpoint[]): LoggedPath {
  const exact = new Set(endpoints.map(({ path }) => path))
  const patterns = endpoints
    .filter(({ path }) => path.includes(':'))
    .map(({ path }) => ({ path, pattern: toPattern(path) }))

  function withoutIds(path: string): string {
    const name = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    if (exact.has(name.toLowerCase())) return name.toLowerCase()
    const route = patterns.find(({ pattern }) => pattern.test(name))
    if (route !== undefined) return route.path
    if (name === '/') return name
    const first = FIRST_SEGMENT.exec(name)?.[0] ?? ''
    return first === name ? name : `${first}/*`
  }

  return ({ originalUrl, tsRestRoute }) => {
    const prefix = originalUrl.startsWith(WITH_PREFIX) ? PREFIX : ''
    if (tsRestRoute !== undefined) return prefix + tsRestRoute.path
    const query = originalUrl.indexOf('?')
    return prefix + withoutIds(originalUrl.slice(prefix.length, query < 0 ? undefined : query))
  }
}
