import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Request, RequestHandler, Response } from 'express'
import { ANYONE, type Identity, type Network, UNKNOWN_NETWORK } from '../access/identity.ts'
import { InvalidInput } from '../errors.ts'

/** What the steps learn of a request. */
export type Call = {
  /** Identifies this request in the log, in the `X-Request-Id` header and in an error's body. */
  readonly id: string
  readonly network: Network
  /** When the head of the request arrived, by `performance.now()`. */
  readonly arrivedAt: number
  /** The headers of the response, unless it sets them itself; an undefined one leaves out one that all responses have. */
  headers: OutgoingHttpHeaders
  /** Whether the whole response is known, even if it is sent later in this turn of the event loop (`createSend`). */
  isAnswered: boolean
  /** The body until it has arrived. */
  arriving: ArrivingBody | undefined
  /** Set by `authenticate` before any handler runs. */
  identity: Identity
  /** Called once each: when the head of the response is written, or when the response closes without one. */
  readonly onResponse: (() => void)[]
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

/** A body that is arriving. */
export type ArrivingBody = {
  /** Rejects if the body is too large, or ends before it is complete. */
  readonly whole: Promise<Buffer>
  /** Lets the rest of a large body arrive. */
  admit(): void
  /** For a request that is refused: what is left of it must not stay in front of the next request. */
  discard(): void
}

/** A request that has reached a route of the contract. */
export type RoutedRequest = Request & { tsRestRoute: { path: string; metadata: RouteMetadata } }

/**
 * A step of the pipeline, which knows the route's policy. Throws or rejects to refuse the request; if it answers the
 * request, the remaining steps are skipped. Returns a promise only if there is something to wait for.
 */
export type RouteStep = (req: RoutedRequest, res: Response) => void | Promise<void>

/** Called for every request when its response has closed. */
export type OnClose = (req: Request, res: Response) => void

/** Combines several steps into one middleware: Express takes as long to reach a middleware as a step takes to run. */
export function inOrder(steps: readonly RouteStep[]): RequestHandler {
  return async (req, res, next) => {
    for (const step of steps) {
      const pending = step(req as RoutedRequest, res)
      // Otherwise, what has arrived of a body would wait in chunks for the step that receives it.
      if (pending !== undefined) await pending
      if (res.headersSent) return
    }
    next()
  }
}

/** Every route is served under this prefix and, for existing clients, without one. */
export const ROUTE_PREFIX = '/v1'

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
    req.call = createCall(requestIdOf(req), findNetwork(req))
    req.originalUrl = toOriginForm(req.url)
    const url = toRoutePath(req.originalUrl)
    req.url = hasBrokenEscape(url) ? url.replaceAll('%', '_') : url
  }
}

/** The first step of every request once its route is known, which determines the headers even of a refusal. */
export function createBegin(
  checkHost: (req: IncomingMessage) => void,
  observersOrNot: readonly (OnClose | undefined)[],
): (req: Request, res: Response) => void {
  const observers = observersOrNot.filter((observer) => observer !== undefined)
  // One function for all requests: a closure per request and a listener per purpose cost more than their work.
  function onClose(this: Response) {
    callOnResponse(this.req)
    for (const observe of observers) observe(this.req, this)
  }

  return (req, res) => {
    const { call, tsRestRoute } = req
    res.on('close', onClose)
    const cacheControl = tsRestRoute?.metadata.cacheControl ?? 'no-store'
    call.headers['Cache-Control'] = cacheControl
    if (!isShared(cacheControl)) call.headers['X-Request-Id'] = call.id
    if (hasBody(req) && !takesBody(req)) req.resume()
    checkHost(req)
    if (hasBrokenEscape(req.originalUrl)) throw brokenEscape()
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** True if the request's route reads a body; any other is discarded as it arrives. */
export function takesBody({ method, tsRestRoute }: Request): boolean {
  return tsRestRoute !== undefined && (method === 'POST' || method === 'PUT')
}

/**
 * A request's target as a path with its query, without anything that Express would parse as a host: it parses some
 * targets with `url.parse`, which throws for an invalid host. Proxies send the absolute form (RFC 9112, 3.2.2).
 */
export function toOriginForm(target: string): string {
  const [path = ''] = target.replace(ORIGIN, '').split('#', 1)
  return `/${path.replace(LEADING_SLASHES, '')}`
}

/** The path without the prefix, with repeated slashes collapsed: some clients join `/` and `/list`. */
function toRoutePath(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.replace(/\/{2,}/g, '/').replace(VERSIONED, '') + url.slice(path.length)
}

/** True for a text with a percent escape that would silently become a replacement character, such as `%FF`. */
export function hasBrokenEscape(text: string): boolean {
  if (!text.includes('%')) return false
  try {
    decodeURIComponent(text)
    return false
  } catch {
    return true
  }
}

export function brokenEscape(): InvalidInput {
  return new InvalidInput('A percent escape (such as %E2%82%AC) is broken or is not UTF-8.')
}

/** True if shared caches may keep the response, which then must not depend on its caller: others see it, too. */
export function isShared(cacheControl: string): boolean {
  return cacheControl.startsWith('public')
}

/** Releases what the request held while it was processed. */
export function callOnResponse({ call }: Request): void {
  for (const release of call.onResponse.splice(0)) release()
}

export function createCall(id: string, network = UNKNOWN_NETWORK): Call {
  return {
    id,
    network,
    arrivedAt: performance.now(),
    headers: {},
    isAnswered: false,
    arriving: undefined,
    identity: ANYONE,
    onResponse: [],
  }
}

/** The id that the request carries, if it is valid; otherwise a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID()
}
