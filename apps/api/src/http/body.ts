import type { IncomingMessage } from 'node:http'
import express, { type RequestHandler } from 'express'
import { InvalidInput } from '../errors.ts'
import { HttpProblem, NOT_JSON } from './problem.ts'

export const MAX_BODY_BYTES = 16_384

// What was wrong with bodies that were read ahead of the pipeline.
const failures = new WeakMap<IncomingMessage, unknown>()

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads JSON and URL-encoded bodies of at most 16 KB into `req.body`. Strictly: the parsers would turn bytes that are
 * no UTF-8 into replacement characters, and leave a body of another type unread. For POST: no other route has a body.
 */
export function createBodyParsers(): RequestHandler[] {
  // Compressed bodies are refused: a few bytes may unpack to gigabytes.
  const options = { limit: MAX_BODY_BYTES, inflate: false }
  return [
    takeOverFailure,
    express.json({ ...options, verify: (_req, _res, bytes, charset) => void decode(bytes, charset) }),
    express.urlencoded({
      ...options,
      extended: false,
      verify: (_req, _res, bytes, charset) => void decodeEscapes(decode(bytes, charset)),
    }),
    refuseOtherTypes,
    takeTimezoneFromQuery,
  ]
}

/**
 * Reads a JSON body of at most `MAX_BODY_BYTES` ahead of the pipeline, whose parsers then go on with what was read, or
 * with what was wrong with it.
 */
export async function readJson(req: IncomingMessage & { body?: unknown }): Promise<unknown> {
  const bytes = await readAll(req)
  try {
    req.body = parseJson(decode(bytes, 'utf-8'))
  } catch (error) {
    failures.set(req, error)
    throw error
  }
  return req.body
}

function readAll(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('error', reject)
  })
}

function parseJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below.
  }
  throw new InvalidInput(NOT_JSON)
}

/** Refuses a broken percent escape in the address: `%FF` would silently become a replacement character. */
export const checkEscapes: RequestHandler = (req, _res, next) => {
  if (req.originalUrl.includes('%')) decodeEscapes(req.originalUrl)
  next()
}

const takeOverFailure: RequestHandler = (req, _res, next) => next(failures.get(req))

const refuseOtherTypes: RequestHandler = (req, _res, next) => {
  if (req.body === undefined && hasBody(req))
    throw new HttpProblem(
      'unsupported_media_type',
      'Send the body as application/json or application/x-www-form-urlencoded.',
    )
  next()
}

/** Older builds of a chat client send `POST /set?timezone=…` with an empty body. */
const takeTimezoneFromQuery: RequestHandler = (req, _res, next) => {
  const isEmpty =
    req.body === undefined || (typeof req.body === 'object' && Object.keys(req.body).length === 0)
  if (isEmpty) req.body = typeof req.query.timezone === 'string' ? { timezone: req.query.timezone } : {}
  next()
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

function decode(bytes: Buffer, charset: string): string {
  if (charset !== 'utf-8') throw new HttpProblem('unsupported_media_type', 'Send the body in UTF-8.')
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
