import type { Request, Response } from 'express'
import { checkEscapes, discardUnread } from './body.ts'
import type { Cors } from './cors.ts'
import { ROUTE_PREFIX } from './endpoints.ts'
import { type RequestLog, requestIdOf } from './request-log.ts'
import { callOnAnswer, type RequestObserver, type Step } from './steps.ts'

// The prefix alone is not a route.
const VERSIONED = new RegExp(`^${ROUTE_PREFIX}(?=/[^/?])`, 'i')

/**
 * The first step: everything that depends only on the head of a request. Strips `/v1`, so that every route is mounted
 * once, and answers `OPTIONS`.
 */
export function createRequestHead({
  log,
  metrics,
  checkHost,
  cors,
}: {
  log: RequestLog | undefined
  metrics: RequestObserver | undefined
  /** Throws for a request that names another host. */
  checkHost: (req: Request) => void
  cors: Cors
}): Step {
  // One function for all requests: a closure per request and a listener per purpose cost more than their work.
  function onClose(this: Response) {
    callOnAnswer(this.req)
    log?.write(this.req, this)
    metrics?.onClose(this.req, this)
  }

  return (req, res) => {
    req.arrivedAt = performance.now()
    req.id = requestIdOf(req)
    log?.start(req)
    metrics?.onArrival()
    res.on('close', onClose)
    req.answerHeaders = ['X-Request-Id', req.id]
    req.url = toRoutePath(req.url)
    if (!cors.hasRouteFor(req)) req.resume()
    else discardUnread(req)
    req.answerHeaders.push(...cors.headersFor(req))
    checkHost(req)
    checkEscapes(req)
    if (req.method !== 'OPTIONS') return

    const preflight = cors.preflightFor(req)
    if (preflight === undefined) return
    req.answerHeaders = ['X-Request-Id', req.id, ...preflight]
    res.writeHead(204)
    res.end()
  }
}

/** The path without the prefix, with repeated slashes collapsed: some clients join `/` and `/list`. */
function toRoutePath(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const routed = single.replace(VERSIONED, '')
  return query < 0 ? routed : routed + url.slice(query)
}
