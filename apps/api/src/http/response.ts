import { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { isTagged, type Problem, type ProblemCode, type RouteMetadata } from '@timezone-registry/contract'
import type { AppRoute } from '@ts-rest/core'
import type { Express as App, Request, Response } from 'express'
import type { ZodType } from 'zod'
import type { Logger } from '../logger.ts'
import { etagOf, isCurrent } from './conditional.ts'
import { chooseEncoding } from './encoding.ts'
import { callOnResponse } from './endpoints.ts'
import { isProblem, type ProblemDetails, toProblemBody, type UnsentProblem } from './problem.ts'

declare global {
  namespace Express {
    interface Request {
      /** Headers of any response to this request, as alternating names and values. */
      responseHeaders: string[]
      /** Replaces the `Cache-Control` of the route, for a response that others must not get. */
      cacheControl?: string
      /** Constant headers that the response must not have. */
      omittedHeaders?: readonly string[]
      /** The code of the error response that was sent. */
      problemCode?: ProblemCode
    }
  }
}

export type ResponseOptions = {
  /** The headers of every response, as alternating names and values. */
  constantHeaders: readonly string[]
  /** Members that the errors of some paths have in addition to those of every problem. */
  membersOf: (problem: { path: string; code: ProblemCode }) => Partial<Problem>
}

/** Lets an app write its responses itself. Returns what writes its errors. */
export function installResponses(app: App, options: ResponseOptions): SendProblem {
  installHead(app, options.constantHeaders)
  const sendProblem = createSendProblem(options)
  installSendJson(app, sendProblem, options)
  return sendProblem
}

/** A serialised response, kept by its source (such as a cache entry) so that it is built once. */
export type ResponseMemo = { text?: string; etag?: string; length?: string; gzipped?: Buffer }

type Serialised = Required<Omit<ResponseMemo, 'gzipped'>> & { gzipped?: Buffer }
type ContractRequest = Request & { tsRestRoute: AppRoute & { metadata: RouteMetadata } }
type MemoisedBody = { isMemoised: typeof MEMOISED; memo: ResponseMemo; make: () => unknown }

const MEMOISED = Symbol('memoised body')
const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8']

/**
 * A body that is checked, serialised and hashed once for all responses that share the memo. Typed as the body itself.
 */
export function memoised<Body>(memo: ResponseMemo, make: () => Body): Body {
  return { isMemoised: MEMOISED, memo, make } satisfies MemoisedBody as Body
}

/**
 * Replaces `res.json`, which ts-rest calls for every JSON response: checks the body against the contract, answers
 * `If-None-Match` with 304, and writes head and body in one piece.
 */
function installSendJson(app: App, sendProblem: SendProblem, { constantHeaders }: ResponseOptions): void {
  app.response.json = function (this: Response, body: unknown) {
    // The deadline has already responded.
    if (this.headersSent) return this
    if (isProblem(body)) return sendProblem(this, body, endTogether)
    const req = this.req as ContractRequest
    const serialised = toSerialised(body, req.tsRestRoute, this.statusCode)
    const { text, etag } = serialised
    const gzipped = acceptsGzip(req) ? gzipOnce(serialised) : undefined
    const cacheControl = cacheControlOf(req)
    const own = ownHeaders(req, cacheControl)
    const head = [...constantHeaders, 'Cache-Control', cacheControl, ...JSON_TYPE, ...own]
    const isNew = this.statusCode !== 200 || etag === '' || !isCurrent(req, etag)
    if (this.statusCode === 200 && etag !== '') head.push('ETag', etag)
    if (req.tsRestRoute.metadata.isLarge) head.push('Vary', 'Accept-Encoding')
    if (gzipped !== undefined) head.push('Content-Encoding', 'gzip')
    if (isNew) head.push('Content-Length', gzipped === undefined ? serialised.length : String(gzipped.length))
    this.writeHead(isNew ? this.statusCode : 304, head)
    endTogether(this, isNew && req.method !== 'HEAD' ? (gzipped ?? text) : undefined)
    return this
  }
}

function acceptsGzip(req: ContractRequest): boolean {
  return req.tsRestRoute.metadata.isLarge === true && chooseEncoding(req, ['gzip']) !== undefined
}

/** Blocks for some milliseconds, so only for responses that are kept. */
function gzipOnce(serialised: Serialised): Buffer {
  serialised.gzipped ??= gzipSync(serialised.text)
  return serialised.gzipped
}

/** The ETag of a route's response with this body. */
export function etagOfResponse(body: unknown, route: AppRoute): string {
  return serialise(body, route, 200).etag
}

function toSerialised(body: unknown, route: AppRoute, status: number): Serialised {
  if (!isMemoisedBody(body)) return serialise(body, route, status)
  const { memo, make } = body
  if (memo.text === undefined) Object.assign(memo, serialise(make(), route, status))
  return memo as Serialised
}

/** Throws a `ZodError` if the body does not match the contract: a bug, answered with 500. */
function serialise(body: unknown, route: AppRoute, status: number): Serialised {
  const text = JSON.stringify((route.responses[status] as ZodType).parse(body))
  const etag = isTagged(route as ContractRequest['tsRestRoute']) ? etagOf(text) : ''
  // A strong ETag identifies one sequence of bytes (RFC 9110, 8.8.1), but compression produces several.
  const isLarge = (route.metadata as RouteMetadata).isLarge === true
  return {
    text,
    etag: isLarge && etag !== '' ? `W/${etag}` : etag,
    length: String(Buffer.byteLength(text)),
  }
}

function isMemoisedBody(body: unknown): body is MemoisedBody {
  return (body as Partial<MemoisedBody> | undefined)?.isMemoised === MEMOISED
}

/**
 * Hands a stream to ts-rest as a route's body. It is written with backpressure and destroyed when the caller
 * disconnects. If it fails, the connection is closed, because a partial response must not look complete.
 * Typed `never`, which fits every body: ts-rest writes streams, but its types do not include them.
 */
export function streamed(body: Readable, res: Response, logger: Logger): never {
  body.once('error', (error) =>
    logger.warn({ err: error, request_id: res.req.id }, 'A streamed response failed'),
  )
  // The deadline has already responded, or the caller has disconnected.
  if (res.headersSent || res.destroyed) body.destroy()
  else {
    res.once('close', () => body.destroy())
    body.once('close', () => body.readableEnded || res.destroy())
  }
  return body as never
}

/**
 * Adds the constant headers and those in `req.responseHeaders` to every response of the app, in its single `writeHead`
 * call. Nothing is set on the response before that.
 */
function installHead(app: App, constantHeaders: readonly string[]): void {
  const writeHead = ServerResponse.prototype.writeHead
  app.response.writeHead = function (this: Response, status: number, ...rest: unknown[]) {
    const { req } = this
    callOnResponse(req)
    // A flat array is the whole head, built by `sendJson`; Express sets all other heads header by header.
    if (!Array.isArray(rest[0])) {
      addMissing(this, constantHeaders, req.omittedHeaders)
      addMissing(this, ['Cache-Control', cacheControlOf(req)])
      addMissing(this, ownHeaders(req, String(this.getHeader('Cache-Control'))))
    }
    return writeHead.call(this, status, ...(rest as []))
  } as Response['writeHead']
}

function cacheControlOf(req: Request): string {
  return req.cacheControl ?? req.tsRestRoute?.metadata.cacheControl ?? 'no-store'
}

// A cache would show one caller's to others, whose client might then wait for its own limit.
const OF_CALLER = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** The headers of this request's response; without those about its caller where shared caches may keep it. */
function ownHeaders({ responseHeaders }: Request, cacheControl: string): readonly string[] {
  if (!cacheControl.startsWith('public')) return responseHeaders
  return responseHeaders.filter((_, index) => !OF_CALLER.includes(responseHeaders[index & ~1] ?? ''))
}

function addMissing(res: Response, headers: readonly string[], omitted: readonly string[] = []): void {
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]]
    if (omitted.includes(name)) continue
    if (!res.hasHeader(name)) res.setHeader(name, value)
    else if (name === 'Vary') res.vary(value)
  }
}

/** Writes an error response with the problem body of RFC 9457. */
export type SendProblem = (
  res: Response,
  problem: UnsentProblem,
  /** Ends the response; at once by default. */
  end?: (res: Response, body: string | undefined) => void,
) => Response

/**
 * The writer of every error response, except to input that never became a request (`connection-order.ts`) and while the
 * service waits for its database (`process/server.ts`), which use `toProblemBody` as well.
 */
function createSendProblem({ constantHeaders, membersOf }: ResponseOptions): SendProblem {
  const head = [
    ...constantHeaders,
    'Cache-Control',
    'no-store',
    'Content-Type',
    'application/problem+json; charset=utf-8',
  ]
  return (res, problem, end = (_res, body) => res.end(body)) => {
    const { req } = res
    const { code } = problem
    const body = toProblemBody(problem, req.id)
    req.problemCode = code
    const text = JSON.stringify({ ...body, ...membersOf({ path: req.path, code }) })
    const headers = head.concat(req.responseHeaders, problemHeaders(body.status, problem.details))
    headers.push('Content-Length', String(Buffer.byteLength(text)))
    res.writeHead(body.status, headers)
    end(res, req.method === 'HEAD' ? undefined : text)
    return res
  }
}

function problemHeaders(status: number, { retryAfterSeconds, allow }: ProblemDetails): string[] {
  const headers: string[] = []
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
  if (allow !== undefined) headers.push('Allow', allow)
  // RFC 9110, 15.5.2: a 401 must include a challenge. Browsers show no password prompt for this one.
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer')
  return headers
}

type Ending = { res: ServerResponse; body: string | Buffer | undefined }

// Bounded by the requests that arrive in one turn of the event loop. With a thousand connections, a limit of 32 or
// 64 did not consistently improve the median or the 99th percentile.
let endings: Ending[] = []

/**
 * Ends a response whose head is written, once the event loop has processed all requests that arrived together. Each
 * write to a socket wakes the process that reads it, which costs more than the response itself if that process sleeps
 * again before the next write.
 */
export function endTogether(res: ServerResponse, body?: string | Buffer): void {
  if (endings.length === 0) setImmediate(endAll)
  endings.push({ res, body })
}

function endAll(): void {
  const ready = endings
  endings = []
  for (const { res, body } of ready) res.end(body)
}
