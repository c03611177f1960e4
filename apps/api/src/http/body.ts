import { parse as parseQuery } from 'node:querystring'
import { contract, type RouteMetadata } from '@timezone-registry/contract'
import type { Request } from 'express'
import readRawBody from 'raw-body'
import * as z from 'zod'
import { InvalidInput } from '../errors.ts'
import { HttpProblem } from './problem.ts'
import type { Step } from './steps.ts'

const MAX_BODY_BYTES = 16_384
const MAX_BODY_BYTES_BY_PATH = new Map(
  Object.values(contract).flatMap(({ path, metadata }) => {
    const { maxBodyBytes } = metadata as RouteMetadata
    return maxBodyBytes === undefined ? [] : [[path as string, maxBodyBytes] as const]
  }),
)
const JSON_TYPE = /^application\/json *(?:; *charset *= *"?utf-8"? *)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:; *charset *= *"?utf-8"? *)?$/i
const ANY_JSON_OR_FORM = /^application\/(?:json|x-www-form-urlencoded) *;/i
// The form fields that a path reads; others are ignored, because HTML forms also send their buttons and tokens.
const FORM_FIELDS_BY_PATH = new Map(
  Object.values(contract).flatMap(({ path, ...route }) =>
    'body' in route && route.body instanceof z.ZodObject
      ? [[path as string, Object.keys(route.body.shape)]]
      : [],
  ),
)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A step that reads a JSON or form body into `req.body`: at most 16 KB, unless the route's contract states another
 * limit. Refuses bytes that are not UTF-8, compressed bodies (a few bytes may expand to gigabytes) and other types.
 */
export function createBodyReader(): Step {
  return (req) => {
    if (req.method !== 'POST' && req.method !== 'PUT') return
    const parse = parserFor(req)
    if (parse !== undefined) return readBody(req, parse)
    req.body = withoutBody(req)
  }
}

async function readBody(req: Request, parse: (bytes: Buffer) => object): Promise<void> {
  const bytes = await readBytes(req, maxBytesOf(req))
  req.receivedAt = performance.now()
  req.body = bytes.length === 0 ? withoutBody(req) : parse(bytes)
}

async function readBytes(req: Request, limit: number): Promise<Buffer> {
  try {
    return await readRawBody(req, { limit, length: req.headers['content-length'] ?? null })
  } catch (error) {
    // raw-body stops reading. The rest would stay in front of the next request on this connection, which a proxy may send
    // for somebody else.
    req.resume()
    throw toBodyError(error as { type?: string }, limit)
  }
}

/** Refuses a broken percent escape in the address: `%FF` would silently become a replacement character. */
export function checkEscapes({ originalUrl }: Request): void {
  if (originalUrl.includes('%')) decodeEscapes(originalUrl)
}

/** Undefined if there is no body. */
function parserFor(req: Request): ((bytes: Buffer) => object) | undefined {
  const { headers } = req
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return undefined
  const type = headers['content-type'] ?? ''
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new HttpProblem('unsupported_media_type', 'Send the body uncompressed.')
  if (JSON_TYPE.test(type)) return parseJson
  if (FORM_TYPE.test(type)) return (bytes) => parseForm(bytes, FORM_FIELDS_BY_PATH.get(pathOf(req)) ?? [])
  throw new HttpProblem(
    'unsupported_media_type',
    ANY_JSON_OR_FORM.test(type)
      ? 'Send the body in UTF-8.'
      : 'Send the body as application/json or application/x-www-form-urlencoded.',
  )
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

function parseForm(bytes: Buffer, names: readonly string[]): object {
  const text = decode(bytes)
  decodeEscapes(text.replaceAll('+', ' '))
  const fields = parseQuery(text)
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
}

/** Older builds of a chat client send `POST /set?timezone=…` with an empty body. */
function withoutBody(req: Request): object {
  const { timezone } = req.query
  return pathOf(req) === contract.setTimezone.path && typeof timezone === 'string' ? { timezone } : {}
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

function maxBytesOf(req: Request): number {
  return MAX_BODY_BYTES_BY_PATH.get(pathOf(req)) ?? MAX_BODY_BYTES
}

/** Paths match as Express matches them. */
function pathOf({ path }: Request): string {
  return path.toLowerCase().replace(/\/$/, '')
}

function toBodyError({ type }: { type?: string }, limit: number): Error {
  if (type === 'entity.too.large')
    return new HttpProblem(
      'payload_too_large',
      `The body is too large: at most ${limit / 1024} KB are accepted.`,
    )
  return new InvalidInput('The body ended before it was complete.')
}
