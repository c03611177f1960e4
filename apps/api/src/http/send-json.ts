import { hash } from 'node:crypto'
import { isTagged, type RouteMetadata } from '@timezone-registry/contract'
import type { AppRoute } from '@ts-rest/core'
import type { Express, Request, Response } from 'express'
import type { ZodType } from 'zod'
import { isCurrent } from './conditional.ts'
import { endTogether } from './end-together.ts'
import type { FlatHeaders } from './head.ts'
import { isRefusal, type SendProblem } from './problem.ts'

/** A serialised response, kept by its source (such as a cache entry) so that it is built once. */
export type AnswerMemo = { text?: string; etag?: string; length?: string; encoding?: 'latin1' | 'utf8' }

type Answer = Required<AnswerMemo>
type ContractRequest = Request & { tsRestRoute: AppRoute & { metadata: RouteMetadata } }
type MemoisedBody = { isMemoised: typeof MEMOISED; memo: AnswerMemo; make: () => unknown }

const MEMOISED = Symbol('memoised body')

/**
 * A body that is checked, serialised and hashed once for all responses that share the memo. Typed as the body itself.
 */
export function memoised<Body>(memo: AnswerMemo, make: () => Body): Body {
  return { isMemoised: MEMOISED, memo, make } satisfies MemoisedBody as Body
}

/**
 * Replaces `res.json`, which ts-rest calls for every JSON response: checks the body against the contract, answers
 * `If-None-Match` with 304, and writes head and body in one piece.
 */
export function installSendJson(
  app: Express,
  {
    constantHeaders,
    sendProblem,
    formatPosition,
  }: {
    constantHeaders: FlatHeaders
    sendProblem: SendProblem
    /** The value of `Registry-Position` for a write that has just ended; undefined if there was none. */
    formatPosition: () => string | undefined
  },
): void {
  const headOf = createRouteHeads(constantHeaders)

  app.response.json = function (this: Response, body: unknown) {
    // The deadline has already responded.
    if (this.headersSent) return this
    if (isRefusal(body)) return sendProblem(this, body)
    const req = this.req as ContractRequest
    const { text, etag, length, encoding } = toAnswer(body, req.tsRestRoute, this.statusCode)
    const head = headOf(req.cacheControl ?? req.tsRestRoute.metadata.cacheControl).concat(req.answerHeaders)
    if (req.tsRestRoute.metadata.limit === 'writes') addPosition(head, formatPosition())
    if (this.statusCode === 200 && etag !== '') head.push('ETag', etag)
    if (this.statusCode === 200 && etag !== '' && isCurrent(req, etag)) {
      this.writeHead(304, head)
      endTogether(this)
      return this
    }
    head.push('Content-Length', length)
    this.writeHead(this.statusCode, head)
    if (req.method === 'HEAD') endTogether(this)
    else endTogether(this, text, encoding)
    return this
  }
}

/** The ETag of a route's response with this body. */
export function etagOfAnswer(body: unknown, route: AppRoute): string {
  return serialise(body, route, 200).etag
}

function addPosition(head: string[], position: string | undefined): void {
  if (position !== undefined) head.push('Registry-Position', position)
}

/** The headers of a route's JSON responses. There is one set for each caching policy. */
function createRouteHeads(constantHeaders: FlatHeaders): (cacheControl: string) => string[] {
  const heads = new Map<string, string[]>()
  return (cacheControl) => {
    const known = heads.get(cacheControl)
    if (known !== undefined) return known
    const head = [
      ...constantHeaders,
      'Cache-Control',
      cacheControl,
      'Content-Type',
      'application/json; charset=utf-8',
    ]
    heads.set(cacheControl, head)
    return head
  }
}

function toAnswer(body: unknown, route: AppRoute, status: number): Answer {
  if (!isMemoisedBody(body)) return serialise(body, route, status)
  const { memo, make } = body
  if (memo.text === undefined) Object.assign(memo, serialise(make(), route, status))
  return memo as Answer
}

/** Throws a `ZodError` if the body does not match the contract: a bug, answered with 500. */
function serialise(body: unknown, route: AppRoute, status: number): Answer {
  const text = JSON.stringify((route.responses[status] as ZodType).parse(body))
  const etag = isTagged(route as ContractRequest['tsRestRoute']) ? etagOf(text) : ''
  // A strong ETag identifies one sequence of bytes (RFC 9110, 8.8.1), but compression produces several.
  const isLarge = (route.metadata as RouteMetadata).isLarge === true
  const bytes = Buffer.byteLength(text)
  return {
    text,
    etag: isLarge && etag !== '' ? `W/${etag}` : etag,
    length: String(bytes),
    // ASCII is the same in both encodings, and latin1 is faster to write because no character is inspected.
    encoding: bytes === text.length ? 'latin1' : 'utf8',
  }
}

/** A strong ETag: 144 bits of the text's SHA-256. */
function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 24)}"`
}

function isMemoisedBody(body: unknown): body is MemoisedBody {
  return (body as Partial<MemoisedBody> | undefined)?.isMemoised === MEMOISED
}
