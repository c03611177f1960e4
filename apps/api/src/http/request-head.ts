import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { ProblemCode, RouteMetadata } from '@timezone-registry/contract'
import type { Request, RequestHandler, Response } from 'express'
import { ANYONE, type Identity } from '../access/identity.ts'
import { type ArrivingBody, checkEscapes } from './body.ts'
import type { Cors } from './cors.ts'
import {
  callOnResponse,
  type Endpoint,
  inOrder,
  type RequestObserver,
  ROUTE_PREFIX,
  type RouteStep,
} from './endpoints.ts'
import { isShared } from './response.ts'

/** What the steps learn of a request. */
export type Call = {
  /** Identifies this request in the log, in the `X-Request-Id` header and in an error's body. */
  readonly id: string
  /** When the head of the request arrived, by `performance.now()`. */
  readonly arrivedAt: number
  /** Why the request is refused once its endpoint is known, which determines the headers of the response. */
  refused: unknown
  /** The path that Express matched; undefined if there is none. */
  endpoint: Endpoint | undefined
  /** The caller's network as it is logged; undefined if it is not logged or not known. */
  network: string | undefined
  /** The bytes that had been written to the connection when the request arrived. */
  bytesBefore: number
  /** The headers of every response, as names and values. */
  commonHeaders: readonly string[]
  /** The other headers of the response, unless it sets them itself; an undefined one leaves out a common one. */
  headers: OutgoingHttpHeaders
  /** The body until it has arrived. */
  arriving: ArrivingBody | undefined
  /** The body until it is parsed. */
  received: Buffer | undefined
  /** Set by `authenticate` before any handler runs. */
  identity: Identity
  /** Called once: when the head of the response is written, or when the response closes without one. */
  onResponse: (() => void) | undefined
  /** The code of the error response that was sent. */
  problemCode: ProblemCode | undefined
}

declare global {
  namespace Express {
    interface Request {
      call: Call
      /** The contract's route that Express matched; undefined for any other request. */
      tsRestRoute?: { path: string; metadata: RouteMetadata }
    }
  }
}

// Ids that a load balancer or a caller may send: all common formats, but nothing that could forge a log line.
const SANE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/
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
  observers,
  cors,
}: {
  endpoints: ReadonlyMap<string, Endpoint>
  observers: readonly RequestObserver[]
  cors: Cors
}): Begin {
  // One function for all requests: a closure per request and a listener per purpose cost more than their work.
  function onClose(this: Response) {
    callOnResponse(this.req)
    for (const observer of observers) observer.onClose(this.req, this)
  }

  function begin(req: Request, res: Response): void {
    for (const observer of observers) observer.onArrival(req)
    res.on('close', onClose)
    const cacheControl = req.tsRestRoute?.metadata.cacheControl ?? 'no-store'
    req.call.commonHeaders = cors.headersFor(req)
    req.call.headers = { 'Cache-Control': cacheControl }
    if (!isShared(cacheControl)) req.call.headers['X-Request-Id'] = req.call.id
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

export function createCall(id: string): Call {
  return {
    id,
    arrivedAt: performance.now(),
    refused: undefined,
    endpoint: undefined,
    network: undefined,
    bytesBefore: 0,
    commonHeaders: [],
    headers: {},
    arriving: undefined,
    received: undefined,
    identity: ANYONE,
    onResponse: undefined,
    problemCode: undefined,
  }
}

/** The id that the request carries, if it is valid; otherwise a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID()
}
