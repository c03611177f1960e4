import type { Readable } from 'node:stream'
import type { Response } from 'express'
import type { Logger } from '../logger.ts'

/**
 * Hands a stream to ts-rest as a route's body: it is written with back pressure, ends when the caller goes away, and
 * takes the connection with it when it breaks, so that nobody takes half an answer for a whole one.
 * Typed `never`, which fits every body: ts-rest writes streams, and its types do not know it.
 */
export function streamed(body: Readable, res: Response, logger: Logger): never {
  res.once('close', () => body.destroy())
  body.once('error', (error) => logger.warn({ err: error, request_id: res.req.id }, 'An answer broke off'))
  body.once('close', () => body.readableEnded || res.destroy())
  return body as never
}
