import cors from 'cors'
import type { Request } from 'express'
import { type Endpoint, toPattern } from './endpoints.ts'
import { headersSetBy } from './head.ts'

/** The CORS headers of a response, as alternating names and values. */
export type Cors = {
  headersFor(req: Request): readonly string[]
  /** The headers of the response to an `OPTIONS` request, preflight or not; undefined if the path is not ours. */
  preflightFor(req: Request): readonly string[] | undefined
  /** Whether the contract has a route for the path and the method. */
  hasRouteFor(req: Request): boolean
}

const EXPOSED_HEADERS = [
  'Changes-Cursor',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Registry-Position',
  'Retry-After',
  'X-Request-Id',
]
// User-Agent, X-User-Agent: plugins identify themselves in every request.
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Registry-Position',
  'User-Agent',
  'X-Request-Id',
  'X-User-Agent',
]
const PREFLIGHT_MAX_AGE_SECONDS = 600

/**
 * Lets pages of any origin read, and those of listed origins send credentials. There are only a few different sets of
 * headers, so each is computed once, by the real middleware.
 */
export function createCors({
  endpoints,
  origins,
}: {
  endpoints: readonly Endpoint[]
  origins: readonly string[]
}): Cors {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, createPathCors(endpoint, origins)]))
  const patterns = endpoints
    .filter(({ path }) => path.includes(':'))
    .map(({ path }) => ({ pattern: toPattern(path), headers: byPath.get(path) }))
  // Anyone can read what is not in the contract, such as a 404.
  const otherwise = createPathCors({ path: '', methods: [], withCredentials: false }, origins)

  const find = ({ path }: Request) => {
    const name = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    return byPath.get(name.toLowerCase()) ?? patterns.find(({ pattern }) => pattern.test(name))?.headers
  }
  return {
    headersFor: (req) => (find(req) ?? otherwise).simple(req.headers.origin),
    preflightFor: (req) => find(req)?.preflight(req.headers.origin),
    hasRouteFor: (req) => find(req)?.methods.includes(req.method) ?? false,
  }
}

type PathCors = Record<'simple' | 'preflight', (origin: string | undefined) => readonly string[]> &
  Pick<Endpoint, 'methods'>

/** The headers for one path: one set for each listed origin, and one for all others. */
function createPathCors({ methods, withCredentials }: Endpoint, origins: readonly string[]): PathCors {
  const shared = {
    methods,
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    preflightContinue: true,
  }
  const listed = cors({ ...shared, origin: [...origins], credentials: true })
  const anyone = cors({ ...shared, origin: '*' })
  const make = (method: string, extra: string[]) => {
    const run = (handle: typeof listed, origin: string) => [
      ...headersSetBy(handle, { method, headers: { origin } }),
      ...extra,
    ]
    const byOrigin = new Map(origins.map((origin) => [origin, run(listed, origin)]))
    // A cache must not serve one origin's response to another.
    const others = withCredentials ? run(listed, '') : ['Vary', 'Origin', ...run(anyone, '')]
    return (origin: string | undefined) => byOrigin.get(origin ?? '') ?? others
  }
  return { methods, simple: make('GET', []), preflight: make('OPTIONS', ['Allow', methods.join(', ')]) }
}
