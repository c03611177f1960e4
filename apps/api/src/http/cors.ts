import cors from 'cors'
import { type RequestHandler, Router } from 'express'
import { type Endpoint, PREFIXES } from './endpoints.ts'
import { HttpProblem } from './problem.ts'

const EXPOSED_HEADERS = [
  'Changes-Cursor',
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
]
// X-User-Agent: a family of clients sends it with every request.
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-None-Match',
  'Last-Event-ID',
  'X-Request-Id',
  'X-User-Agent',
]
const PREFLIGHT_MAX_AGE_SECONDS = 600

/**
 * Lets pages of any origin read, and those of the listed origins send requests with credentials; answers preflights,
 * and `OPTIONS` in general, with the methods that a path knows.
 */
export function createCors({
  endpoints,
  origins,
}: {
  endpoints: Endpoint[]
  origins: readonly string[]
}): RequestHandler {
  // By path rather than as routes: a router would try each of forty patterns for every request.
  const byPath = new Map<string, RequestHandler>()
  const patterns = Router()
  for (const { path, methods, withCredentials } of endpoints) {
    const options = {
      methods,
      allowedHeaders: ALLOWED_HEADERS,
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_MAX_AGE_SECONDS,
      // `OPTIONS` is answered below: without an Origin it is no preflight, and still wants an Allow.
      preflightContinue: true,
    }
    const setHeaders = cors(
      withCredentials ? { ...options, origin: [...origins], credentials: true } : options,
    )
    const handle: RequestHandler = (req, res, next) => {
      setHeaders(req, res, (error?: unknown) => {
        if (error !== undefined || req.method !== 'OPTIONS') return next(error)
        res.set('Allow', methods.join(', ')).status(204).end()
      })
    }
    for (const prefix of PREFIXES)
      if (path.includes(':')) patterns.all(`${prefix}${path}`, handle)
      else byPath.set(`${prefix}${path}`, handle)
  }
  // As Express matches paths: in any case, with a slash at the end or without.
  return (req, res, next) =>
    (byPath.get(req.path.toLowerCase().replace(/(.)\/$/, '$1')) ?? patterns)(req, res, next)
}

/** Answers 405, with the methods that the path knows, for every other one. Stands after the routes. */
export function createMethodNotAllowed(endpoints: Endpoint[]): Router {
  const router = Router()
  for (const { path, methods } of endpoints)
    router.all(
      PREFIXES.map((prefix) => `${prefix}${path}`),
      (req) => {
        const allow = methods.join(', ')
        throw new HttpProblem(
          'method_not_allowed',
          `${req.method} does not work here; this path takes ${allow}.`,
          { allow },
        )
      },
    )
  return router
}
