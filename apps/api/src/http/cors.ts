import cors from 'cors'
import type { Request, Response } from 'express'
import type { Endpoint } from './endpoints.ts'
import { headersSetBy } from './express-app.ts'

/** Lets pages of any origin read, and those of listed origins send credentials. */
export type Cors = {
  /**
   * The headers of a response, `others` included, as names and values. Anyone may read what no endpoint answers, such as
   * a 404.
   */
  headersFor(req: Request): readonly string[]
  /** Responds to an `OPTIONS` request, preflight or not. */
  respondToOptions(req: Request, res: Response, endpoint: Endpoint): void
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
const SHARED = {
  allowedHeaders: ALLOWED_HEADERS,
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 600,
  preflightContinue: true,
}

export function createCors(origins: readonly string[], others: readonly string[] = []): Cors {
  const listed = cors({ ...SHARED, origin: [...origins], credentials: true })
  const anyone = cors({ ...SHARED, origin: '*' })
  // There are only a few different sets of headers, so the real middleware runs once for each.
  const byOrigin = new Map(origins.map((origin) => [origin, [...others, ...headersSetBy(listed, origin)]]))
  const withCredentials = [...others, ...headersSetBy(listed, '')]
  // A cache must not serve one origin's response to another.
  const otherwise = [...others, 'Vary', 'Origin', ...headersSetBy(anyone, '')]

  return {
    headersFor: ({ headers, call }) =>
      byOrigin.get(headers.origin ?? '') ?? (call.endpoint?.withCredentials ? withCredentials : otherwise),
    respondToOptions: (req, res, { methods, withCredentials }) => {
      const isListed = withCredentials || byOrigin.has(req.headers.origin ?? '')
      const origin = isListed ? [...origins] : '*'
      cors({ ...SHARED, origin, credentials: isListed, methods: [...methods] })(req, res, () => {
        res.vary('Origin').set('Allow', methods.join(', ')).status(204).end()
      })
    },
  }
}
