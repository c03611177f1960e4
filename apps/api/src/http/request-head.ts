import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { checkEscapes } from './body.ts'
import { createCall } from './call.ts'
import type { Cors } from './cors.ts'
import {
  callOnResponse,
  type Endpoint,
  inOrder,
  type RequestObserver,
  ROUTE_PREFIX,
  type RouteStep,
} from './endpoints.ts'
import { type RequestLog, requestIdOf } from './request-log.ts'
import { isShared } from './response.ts'

const ORIGIN = /^[a-z][\da-z+.-]*:\/\/[^/?#]*/i
const LEADING_SLASHES = /^[/\\]+/
// The prefix alone is not a route.
const VERSIONED = new RegExp(`^${ROUTE_PREFIX}(?=/[^/?])`, 'i')

/**
 * Prepares a request for routing: what depends only on its head. Strips `/v1`, so that every route is mounted once. Its
 * escapes are checked here, because Express fails in the middle of routing where one is broken.
 */
export function createRequestHead({ checkHost }: { checkHost: (req: IncomingMessage) => void }) {
  return (req: Request): void => {
    req.call = createCall(requestIdOf(req))
    req.originalUrl = toOriginForm(req.url)
    req.url = toRoutePath(req.originalUrl)
    try {
      checkHost(req)
      checkEscapes(req)
    } catch (error) {
      req.call.refused = error
      req.url = req.url.replaceAll('%', '_')
    }
  }
}

/** Handlers that run first after routing. They refuse what was refused before it. */
export type Begin = {
  /** For the contract's routes: runs the steps that all of them have. */
  route(steps: readonly RouteStep[]): RequestHandler
  /** For any other endpoint, or for none. */
  endpoint(endpoint: Endpoint | undefined): RequestHandler
}

export function createBegin({
  endpoints,
  log,
  metrics,
  cors,
}: {
  endpoints: ReadonlyMap<string, Endpoint>
  log: RequestLog | undefined
  metrics: RequestObserver | undefined
  cors: Cors
}): Begin {
  // One function for all requests: a closure per request and a listener per purpose cost more than their work.
  function onClose(this: Response) {
    callOnResponse(this.req)
    log?.write(this.req, this)
    metrics?.onClose(this.req, this)
  }

  function begin(req: Request, res: Response): void {
    log?.start(req)
    metrics?.onArrival()
    res.on('close', onClose)
    const cacheControl = req.tsRestRoute?.metadata.cacheControl ?? 'no-store'
    const headers = { ...cors.headersFor(req), 'Cache-Control': cacheControl }
    req.call.headers = isShared(cacheControl) ? headers : { ...headers, 'X-Request-Id': req.call.id }
    if (req.call.refused !== undefined) throw req.call.refused
  }

  const beginRoute: RouteStep = (req, res) => {
    req.call.endpoint = endpoints.get(req.tsRestRoute.path)
    begin(req, res)
  }
  return {
    route: (steps) => inOrder([beginRoute, ...steps]),
    endpoint: (endpoint) => (req, res, next) => {
      req.call.endpoint = endpoint
      req.resume()
      begin(req, res)
      next()
    },
  }
}

/**
 * A request's target as a path with its query, without anything that Express would parse as a host: it parses some
 * targets with `url.parse`, which throws for an invalid host. Proxies send the absolute form (RFC 9112, 3.2.2).
 */
export function toOriginForm(target: string): string {
  if (isPlain(target)) return target
  const [path = ''] = target.replace(ORIGIN, '').split('#', 1)
  return `/${path.replace(LEADING_SLASHES, '')}`
}

function isPlain(target: string): boolean {
  const second = target[1]
  return target[0] === '/' && second !== '/' && second !== '\\' && !target.includes('#')
}

/** The path without the prefix, with repeated slashes collapsed: some clients join `/` and `/list`. */
function toRoutePath(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const routed = single.replace(VERSIONED, '')
  return query < 0 ? routed : routed + url.slice(query)
}
