import type { IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { contract } from '@timezone-registry/contract'
import * as z from 'zod'
import { InvalidInput } from '../errors.ts'
import { createSemaphore } from '../semaphore.ts'
import { HttpProblem } from './problem.ts'
import {
  type ArrivingBody,
  brokenEscape,
  hasBody,
  hasBrokenEscape,
  type RoutedRequest,
  type RouteStep,
} from './request.ts'

/** What arrives of a body before its sender is known, and the largest body of most routes. */
const FIRST_BYTES = 16_384

const WAIT_MILLISECONDS = 1000

const JSON_TYPE = /^application\/json *(?:; *charset *= *"?utf-8"? *)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:; *charset *= *"?utf-8"? *)?$/i
const ANY_JSON_OR_FORM = /^application\/(?:json|x-www-form-urlencoded) *;/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Begins to receive a JSON or form body. Refuses compressed ones (a few bytes may expand to gigabytes) and other types.
 * `onWhole` is called when the request is complete.
 */
export function createBeginBody(onWhole: RouteStep): RouteStep {
  return (req, res) => {
    if (!hasBody(req)) return onWhole(req, res)
    checkType(req)
    req.call.arriving = receiveBody(req, limitOf(req))
    req.call.arriving.whole.then(() => onWhole(req, res), ignore)
  }
}

/** Receives the rest of the body. Of large ones, `atOnce` are received and processed at the same time; others wait. */
export function createFinishBody({ atOnce }: { atOnce: number }): RouteStep {
  const places = createSemaphore({ atOnce, timeoutMs: WAIT_MILLISECONDS })
  return async (req) => {
    const { arriving } = req.call
    if (arriving === undefined) return
    if (limitOf(req) > FIRST_BYTES) {
      await places.enter()
      req.call.onResponse.push(places.end)
    }
    arriving.admit()
    req.body = await arriving.whole
    req.call.arriving = undefined
  }
}

/**
 * Receives a body into one buffer from its first chunk on: a chunk takes 400 bytes besides its own, and 64 KB of unread
 * chunks of one byte take 4 MB. After the first 16 KB of a larger body, the connection is not read until `admit`.
 */
function receiveBody(req: IncomingMessage, limit: number): ArrivingBody {
  const { promise: whole, resolve, reject } = Promise.withResolvers<Buffer>()
  let buffer = Buffer.allocUnsafeSlow(0)
  let length = 0
  let isHeld = limit > FIRST_BYTES
  // What Node has read from the connection still arrives, and each chunk resumes it.
  const hold = () => void req.socket.pause()
  const take = (chunk: Buffer) => {
    const needed = length + chunk.length
    if (needed > limit) return reject(tooLarge(limit))
    if (needed > buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(needed, 2 * length, 512)))
      buffer.copy(grown, 0, 0, length)
      buffer = grown
    }
    chunk.copy(buffer, length)
    if (isHeld && length < FIRST_BYTES && needed >= FIRST_BYTES) req.socket.on('resume', hold).pause()
    length = needed
  }
  const admit = () => {
    isHeld = false
    if (req.socket.off('resume', hold).isPaused()) req.socket.resume()
  }
  const discard = () => {
    req.off('data', take)
    buffer = Buffer.allocUnsafeSlow(0)
    admit()
    req.resume()
  }
  req.on('data', take)
  req.once('end', () => resolve(buffer.subarray(0, length)))
  req.once('close', () => {
    if (!req.complete) reject(new InvalidInput('The body ended before it was complete.'))
  })
  whole.catch(discard)
  return { whole, admit, discard }
}

function tooLarge(limit: number): HttpProblem {
  return new HttpProblem(
    'payload_too_large',
    `The body is too large: at most ${limit / 1024} KB are accepted.`,
  )
}

/** Parses the body, which must be UTF-8. Until then it takes no more memory than its bytes. */
export const parseBody: RouteStep = (req) => {
  const received: Buffer | undefined = req.body
  if (received !== undefined && received.length > 0)
    req.body = JSON_TYPE.test(typeOf(req))
      ? parseJson(received)
      : parseForm(received, fieldsOf(req.tsRestRoute))
  else req.body = withoutBody(req)
}

function limitOf({ tsRestRoute: { metadata } }: RoutedRequest): number {
  return metadata.maxBodyBytes ?? FIRST_BYTES
}

function ignore(): void {}

function checkType(req: RoutedRequest): void {
  const type = typeOf(req)
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new HttpProblem('unsupported_media_type', 'Send the body uncompressed.')
  if (JSON_TYPE.test(type) || FORM_TYPE.test(type)) return
  throw new HttpProblem(
    'unsupported_media_type',
    ANY_JSON_OR_FORM.test(type)
      ? 'Send the body in UTF-8.'
      : 'Send the body as application/json or application/x-www-form-urlencoded.',
  )
}

function typeOf({ headers }: IncomingMessage): string {
  return headers['content-type'] ?? ''
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
// The largest that the contract allows, as JSON writes it.
const MAX_INTEGER = 9_223_372_036_854_775_000n

/**
 * Plugins send user ids as numbers, and Discord's ids are too large for a double, so such a number is kept as a string.
 */
function keepLargeIntegers(_key: string, value: unknown, context?: { source: string }): unknown {
  const source = typeof value === 'number' && !Number.isSafeInteger(value) ? context?.source : undefined
  return source !== undefined && LARGE_INTEGER.test(source) && BigInt(source) <= MAX_INTEGER ? source : value
}

/** The form fields that a route reads; others are ignored, because HTML forms also send their buttons and tokens. */
function fieldsOf(route: RoutedRequest['tsRestRoute']): string[] {
  return 'body' in route && route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : []
}

function parseForm(bytes: Buffer, names: readonly string[]): object {
  const text = decode(bytes)
  if (hasBrokenEscape(text)) throw brokenEscape()
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
