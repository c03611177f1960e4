import type { Response } from 'express'
import type { Endpoint } from './endpoints.ts'
import type { HeadersFor } from './response.ts'

/** Lets pages of any origin read, and those of listed origins send credentials. */
export type Cors = {
  /** The headers of a response, `others` included. Anyone may read what no endpoint answers, such as a 404. */
  headersFor: HeadersFor
  /** Responds to an `OPTIONS` request, preflight or not. */
  respondToOptions(res: Response, methods: readonly string[]): void
}

const EXPOSED_HEADERS = [
  'Changes-Cursor',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
]
// User-Agent, X-User-Agent: plugins identify themselves in every request.
const ALLOWED_HEADERS = [
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'User-Agent',
  'X-Request-Id',
  'X-User-Agent',
]
const MAX_AGE_SECONDS = 600

export function createCors(
  origins: readonly string[],
  endpoints: ReadonlyMap<string, Endpoint>,
  others: Record<string, string>,
): Cors {
  // A cache must not serve one origin's response to another.
  const common = { ...others, Vary: 'Origin', 'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(',') }
  const withCredentials = { ...common, 'Access-Control-Allow-Credentials': 'true' }
  const byOrigin = new Map(
    origins.map((origin) => [origin, { ...withCredentials, 'Access-Control-Allow-Origin': origin }]),
  )
  const otherwise = { ...common, 'Access-Control-Allow-Origin': '*' }

  return {
    headersFor: ({ headers, route }) =>
      byOrigin.get(headers.origin ?? '') ??
      (endpoints.get(route?.path)?.withCredentials ? withCredentials : otherwise),
    respondToOptions: (res, methods) => {
      res.set('Allow', methods.join(', '))
      res.set('Access-Control-Allow-Methods', methods.join(','))
      res.set('Access-Control-Allow-Headers', ALLOWED_HEADERS.join(','))
      res.set('Access-Control-Max-Age', String(MAX_AGE_SECONDS))
      res.status(204).end()
    },
  }
}
