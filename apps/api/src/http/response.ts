import { type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { isTagged, type Problem, type ProblemCode, type RouteMetadata } from '@timezone-registry/contract'
import type { AppRoute } from '@ts-rest/core'
import type { Express as App, Request, Response } from 'express'
import type { Logger } from '../logger.ts'
import { chooseEncoding, etagOf, isCurrent } from './negotiation.ts'
import type { ProblemDetails, Refusal, SendProblem } from './problem.ts'
import { callOnResponse } from './request.ts'

/** Checks a body against the contract. Only tests do: they require that parsing it changes nothing. */
export type CheckBody = (route: AppRoute, status: number, body: unknown) => void

type ResponseOptions = {
  headersFor: HeadersFor
  send: Send
  sendProblem: SendProblem
  checkBody?: CheckBody | undefined
}

/** Replaces `res.json`, which ts-rest calls for every JSON response. */
export function installResponses(app: App, options: ResponseOptions): void {
  const { writeHead } = ServerResponse.prototype
  app.response.writeHead = function (this: Response, status: number, ...rest: unknown[]) {
    // None while the service starts.
    if ((this.req.call as Request['call'] | undefined) !== undefined) {
      callOnResponse(this.req)
      if (rest.length === 0) addHeaders(this, options.headersFor(this.req))
    }
    return writeHead.call(this, status, ...(rest as []))
  } as Response['writeHead']
  app.response.json = createSendJson(options)
}

/** For what Express and its handlers send, whose own headers come first. */
function addHeaders(res: Response, { Vary, ...common }: CommonHeaders): void {
  res.vary(Vary)
  for (const [name, value] of Object.entries({ ...common, ...res.req.call.headers }))
    if (value !== undefined && !res.hasHeader(name)) res.setHeader(name, value)
}

type Content = { headers: OutgoingHttpHeaders; body?: string | Buffer | undefined }

/** The headers of every response to such a request. */
export type HeadersFor = (req: Request) => CommonHeaders

type CommonHeaders = { readonly [name: string]: string; readonly Vary: string }

/** Ends a response with these headers besides those of its call. */
export type Send = (res: Response, status: number, content: Content) => Response

/**
 * Ends responses once the event loop has processed all requests that arrived together. Each write to a socket wakes the
 * process that reads it, which costs more than the response itself if that process sleeps again before the next write.
 */
export function createSend(headersFor: HeadersFor): Send {
  let endings: { res: Response; body: Content['body'] }[] = []
  function endAll(): void {
    const ready = endings
    endings = []
    for (const { res, body } of ready) res.end(body)
  }
  return (res, status, { headers, body }) => {
    const { call, method } = res.req
    const common = headersFor(res.req)
    const vary = [common.Vary, headers.Vary ?? res.getHeader('Vary') ?? []].flat().map(String)
    const all: OutgoingHttpHeaders = { ...common, ...call.headers, ...headers, Vary: vary }
    for (const name in all) if (all[name] === undefined) delete all[name]
    res.writeHead(status, all)
    call.isAnswered = true
    if (endings.length === 0) setImmediate(endAll)
    endings.push({ res, body: method === 'HEAD' ? undefined : body })
    return res
  }
}

/** A serialised response, kept by its source (such as a cache entry) so that it is built once. */
export type ResponseMemo = { text?: string; etag?: string; length?: string; gzipped?: Buffer }

type Serialised = Required<Omit<ResponseMemo, 'gzipped'>> & { gzipped?: Buffer }
type ContractRequest = Request & { tsRestRoute: AppRoute & { metadata: RouteMetadata } }
type MemoisedBody = { isMemoised: typeof MEMOISED; memo: ResponseMemo; make: () => unknown }

const MEMOISED = Symbol('memoised body')
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * A body that is serialised and hashed once for all responses that share the memo. Typed as the body itself.
 */
export function memoised<Body>(memo: ResponseMemo, make: () => Body): Body {
  return { isMemoised: MEMOISED, memo, make } satisfies MemoisedBody as Body
}

const PROBLEM = Symbol('problem')

/**
 * An error response that a handler returns instead of throwing, for outcomes as frequent as a missing record: creating
 * an `Error` costs more than the whole read. Typed as the body that the contract promises.
 */
export function problem(code: ProblemCode, message: string, details: ProblemDetails = {}): Problem {
  return { [PROBLEM]: true, code, message, details } satisfies Refusal &
    Record<typeof PROBLEM, true> as unknown as Problem
}

/** Answers with JSON, or with 304 if the caller's copy is current. */
function createSendJson({ send, sendProblem, checkBody }: ResponseOptions): Response['json'] {
  return function (this: Response, body: unknown) {
    // The deadline has already responded.
    if (this.headersSent) return this
    if (isProblem(body)) return sendProblem(this, body)
    const req = this.req as ContractRequest
    const { isLarge } = req.tsRestRoute.metadata
    const serialised = toSerialised(body, req.tsRestRoute, { status: this.statusCode, checkBody })
    const { text, etag } = serialised
    const gzipped = acceptsGzip(req) ? gzipOnce(serialised) : undefined
    const isTagged = this.statusCode === 200 && etag !== ''
    const headers = {
      'Content-Type': JSON_TYPE,
      ...(isTagged && { ETag: etag }),
      ...(isLarge && { Vary: 'Accept-Encoding' }),
      ...(gzipped && { 'Content-Encoding': 'gzip' }),
    }
    if (isTagged && isCurrent(req, etag)) return send(this, 304, { headers })
    const length = gzipped?.length ?? serialised.length
    return send(this, this.statusCode, {
      headers: { ...headers, 'Content-Length': length },
      body: gzipped ?? text,
    })
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
  return serialise(body, route).etag
}

function toSerialised(
  body: unknown,
  route: AppRoute,
  { status, checkBody }: { status: number; checkBody: CheckBody | undefined },
): Serialised {
  const { memo, make } = isMemoisedBody(body) ? body : { memo: {} as ResponseMemo, make: () => body }
  if (memo.text === undefined) {
    const made = make()
    checkBody?.(route, status, made)
    Object.assign(memo, serialise(made, route))
  }
  return memo as Serialised
}

function serialise(body: unknown, route: AppRoute): Serialised {
  const text = JSON.stringify(body)
  const etag = isTagged(route as ContractRequest['tsRestRoute']) ? etagOf(text) : ''
  // A strong ETag identifies one sequence of bytes (RFC 9110, 8.8.1), but compression produces several.
  const isLarge = (route.metadata as RouteMetadata).isLarge === true
  return {
    text,
    etag: isLarge && etag !== '' ? `W/${etag}` : etag,
    length: String(Buffer.byteLength(text)),
  }
}

function isProblem(body: unknown): body is Refusal {
  return typeof body === 'object' && body !== null && PROBLEM in body
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
    logger.warn({ err: error, request_id: res.req.call.id }, 'A streamed response failed'),
  )
  // The deadline has already responded, or the caller has disconnected.
  if (res.headersSent || res.destroyed) body.destroy()
  else {
    res.once('close', () => body.destroy())
    body.once('close', () => body.readableEnded || res.destroy())
  }
  return body as never
}
