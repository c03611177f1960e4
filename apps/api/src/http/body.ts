import type { IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { contract } from '@timezone-registry/contract'
import type { Request, Response } from 'express'
import * as z from 'zod'
import { InvalidInput } from '../errors.ts'
import type { Budget } from '../limiter.ts'
import type { RoutedRequest, RouteStep } from './endpoints.ts'
import { HttpProblem } from './problem.ts'
import { createReceive } from './receive-body.ts'

declare global {
  namespace Express {
    interface Request {
      /** The body until it is parsed. */
      received?: Received | undefined
    }
  }
}

const MAX_BODY_BYTES = 16_384
const JSON_TYPE = /^application\/json *(?:; *charset *= *"?utf-8"? *)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:; *charset *= *"?utf-8"? *)?$/i
const ANY_JSON_OR_FORM = /^application\/(?:json|x-www-form-urlencoded) *;/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A body that has been received: its bytes, and what turns them into `req.body`. */
type Received = { bytes: Buffer; parse: (bytes: Buffer) => object }

/**
 * A step that receives a JSON or form body: at most 16 KB, unless the route's contract states another limit. Refuses
 * compressed bodies (a few bytes may expand to gigabytes), other types, and a body for which `budget` has no bytes left.
 * Of a larger body, only what arrives with the head is read until `admit` has resolved.
 */
export function createBodyReader({
  budget,
  networkOf,
  admit,
}: {
  budget: Pick<Budget, 'take' | 'give'>
  networkOf: (req: IncomingMessage) => string
  /** Rejects for a caller who may not send a large body. */
  admit: (req: RoutedRequest, res: Response) => Promise<void>
}): RouteStep {
  const receive = createReceive(budget)
  return (req, res) => {
    const { maxBodyBytes: limit = MAX_BODY_BYTES } = req.tsRestRoute.metadata
    const parse = takesBody(req) ? parserFor(req) : undefined
    const admitted = limit > MAX_BODY_BYTES ? admit(req, res) : undefined
    if (parse === undefined) return admitted
    return receive(req, res, { network: networkOf(req), limit, admitted }).then((bytes) => {
      req.receivedAt = performance.now() - (req.admittedIn ?? 0)
      req.received = { bytes, parse }
    })
  }
}

/** A step that parses the body, which must be UTF-8. Until then it takes no more memory than its bytes. */
export const parseBody: RouteStep = (req) => {
  const { received } = req
  req.received = undefined
  if (received !== undefined && received.bytes.length > 0) req.body = received.parse(received.bytes)
  else if (takesBody(req)) req.body = withoutBody(req)
}

/**
 * Throws away a body that no route reads as it arrives. Otherwise up to 64 KB of it would wait, and each of its chunks
 * takes 400 bytes. The bodies of requests that are refused are discarded as well.
 */
export function discardUnread(req: IncomingMessage): void {
  if (hasBody(req) && !takesBody(req)) req.resume()
}

function takesBody({ method }: IncomingMessage): boolean {
  return method === 'POST' || method === 'PUT'
}

/** Refuses a broken percent escape in the address: `%FF` would silently become a replacement character. */
export function checkEscapes({ originalUrl }: Request): void {
  if (originalUrl.includes('%')) decodeEscapes(originalUrl)
}

/** Undefined if there is no body. */
function parserFor(req: RoutedRequest): ((bytes: Buffer) => object) | undefined {
  const { headers } = req
  if (!hasBody(req)) return undefined
  const type = headers['content-type'] ?? ''
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new HttpProblem('unsupported_media_type', 'Send the body uncompressed.')
  if (JSON_TYPE.test(type)) return parseJson
  if (FORM_TYPE.test(type)) return (bytes) => parseForm(bytes, fieldsOf(req.tsRestRoute))
  throw new HttpProblem(
    'unsupported_media_type',
    ANY_JSON_OR_FORM.test(type)
      ? 'Send the body in UTF-8.'
      : 'Send the body as application/json or application/x-www-form-urlencoded.',
  )
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function parseJson(bytes: Buffer): object {
  const text = decode(bytes)
  try {
    const value: unknown = JSON.parse(text)
    // Recurses, and overflows the stack where arrays are nested a few thousand deep.
    if (Array.isArray(value)) return JSON.parse(text, keepLargeIntegers)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Refused below, like JSON that is not an object.
  }
  throw new InvalidInput('The body is not valid JSON.')
}

const LARGE_INTEGER = /^\d{16,19}$/

/**
 * Plugins send user ids as numbers, and Discord's ids are too large for a double, so such a number is kept as a string.
 */
function keepLargeIntegers(_key: string, value: unknown, context?: { source: string }): unknown {
  const isLarge = typeof value === 'number' && !Number.isSafeInteger(value)
  return isLarge && context !== undefined && LARGE_INTEGER.test(context.source) ? context.source : value
}

/** The form fields that a route reads; others are ignored, because HTML forms also send their buttons and tokens. */
function fieldsOf(route: RoutedRequest['tsRestRoute']): string[] {
  return 'body' in route && route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : []
}

function parseForm(bytes: Buffer, names: readonly string[]): object {
  const text = decode(bytes)
  decodeEscapes(text.replaceAll('+', ' '))
  const fields = parseQuery(text)
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
}

/** Older builds of a chat client send `POST /set?timezone=…` with an empty body. */
function withoutBody({ query: { timezone }, tsRestRoute }: RoutedRequest): object {
  return tsRestRoute.path === contract.setTimezone.path && typeof timezone === 'string' ? { timezone } : {}
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new InvalidInput('The body is not valid UTF-8.')
  }
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new InvalidInput('A percent escape (such as %E2%82%AC) is broken or is not UTF-8.')
  }
}
