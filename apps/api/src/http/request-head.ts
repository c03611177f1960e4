import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, Response } from 'express'
import { ANYONE, type Identity, type Network, UNKNOWN_NETWORK } from '../access/identity.ts'
import { type ArrivingBody, checkEscapes, hasBrokenEscape } from './body.ts'
import { callOnResponse, type RequestObserver, ROUTE_PREFIX } from './endpoints.ts'
import { isShared } from './response.ts'

/** What the steps learn of a request. */
export type Call = {
  /** Identifies this request in the log, in the `X-Request-Id` header and in an error's body. */
  readonly id: string
  readonly network: Network
  /** When the head of the request arrived, by `performance.now()`. */
  readonly arrivedAt: number
  /** The bytes that had been written to the connection by then. */
  readonly bytesBefore: number
  /** The headers of the response, unless it sets them itself; an undefined one leaves out one that all responses have. */
  headers: OutgoingHttpHeaders
  /** The body until it has arrived. */
  arriving: ArrivingBody | undefined
  /** Set by `authenticate` before any handler runs. */
  identity: Identity
  /** Called once: when the head of the response is written, or when the response closes without one. */
  onResponse: (() => void) | undefined
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
 * Prepares a request for routing: what depends only on its head. Strips `/v1`, so that every route is mounted once. Where an
 * escape is broken, Express would fail in the middle of routing, so it sees none; `begin` refuses the request.
 */
export function createRequestHead(findNetwork: (req: IncomingMessage) => Network) {
  return (req: Request): void => {
    req.call = createCall(requestIdOf(req), findNetwork(req), req.socket.bytesWritten)
    req.originalUrl = toOriginForm(req.url)
    const url = toRoutePath(req.originalUrl)
    req.url = hasBrokenEscape(url) ? url.replaceAll('%', '_') : url
  }
}

/** The first step of every request once its route is known, which determines the headers even of a refusal. */
export function createBegin(
  checkHost: (req: IncomingMessage) => void,
  observersOrNot: readonly (RequestObserver | undefined)[],
): (req: Request, res: Response) => void {
  const observers = observersOrNot.filter((observer) => observer !== undefined)
  // One function for all requests: a closure per request and a listener per purpose cost more than their work.
  function onClose(this: Response) {
    callOnResponse(this.req)
    for (const observer of observers) observer.onClose(this.req, this)
  }

  return (req, res) => {
    const { call, tsRestRoute } = req
    for (const { onArrival } of observers) onArrival?.()
    res.on('close', onClose)
    const cacheControl = tsRestRoute?.metadata.cacheControl ?? 'no-store'
    call.headers['Cache-Control'] = cacheControl
    if (!isShared(cacheControl)) call.headers['X-Request-Id'] = call.id
    if (tsRestRoute === undefined) req.resume()
    checkHost(req)
    checkEscapes(req)
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

export function createCall(id: string, network = UNKNOWN_NETWORK, bytesBefore = 0): Call {
  return {
    id,
    network,
    arrivedAt: performance.now(),
    bytesBefore,
    headers: {},
    arriving: undefined,
    identity: ANYONE,
    onResponse: undefined,
  }
}

/** The id that the request carries, if it is valid; otherwise a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID()
}
