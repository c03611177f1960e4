import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Response } from 'express'
import type { Logger } from '../logger.ts'

/** True once a request has reached a route whose response never ends. */
export function isStream(req: IncomingMessage & { tsRestRoute?: { metadata: RouteMetadata } }): boolean {
  return req.tsRestRoute?.metadata.isStream === true
}

/**
 * Hands a stream to ts-rest as a route's body. It is written with backpressure and destroyed when the caller
 * disconnects. If it fails, the connection is closed, because a partial response must not look complete.
 * Typed `never`, which fits every body: ts-rest writes streams, but its types do not include them.
 */
export function streamed(body: Readable, res: Response, logger: Logger): never {
  // The deadline has already responded, or the caller has disconnected.
  if (res.headersSent || res.destroyed) body.destroy()
  res.once('close', () => body.destroy())
  body.once('error', (error) =>
    logger.warn({ err: error, request_id: res.req.id }, 'A streamed answer failed'),
  )
  body.once('close', () => body.readableEnded || res.destroy())
  return body as never
}
