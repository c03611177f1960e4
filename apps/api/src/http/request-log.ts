import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import type { Logger } from '../logger.ts'

declare global {
  namespace Express {
    interface Request {
      /** Identifies this request in the log, in the `X-Request-Id` header and in an error's body. */
      id: string
      /** The bytes that had been written to the connection when the request arrived. */
      bytesBefore: number
    }
  }
}

/** Writes a line for each request, with the path but not the query, and without headers or bodies. */
export type RequestLog = {
  /** Called when a request arrives. */
  start(req: Request): void
  /** Called when its response has closed. */
  write(req: Request, res: Response): void
}

// Ids that a load balancer or a caller may send: all common formats, but nothing that could forge a log line.
const SANE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/
const MAX_LOGGED_PATH_CHARACTERS = 256

/** The id that the request carries, if it is valid; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID()
}

/** Undefined if requests are not logged. */
export function createRequestLog({
  logger,
  requests,
}: {
  logger: Logger
  requests: 'all' | 'errors' | 'none'
}): RequestLog | undefined {
  if (requests === 'none') return undefined
  return {
    start: (req) => {
      req.bytesBefore = req.socket.bytesWritten
    },
    write: (req, res) => {
      const aborted = !res.writableFinished
      if (requests === 'errors' && res.statusCode < 400 && !aborted) return
      logger[res.statusCode >= 500 ? 'error' : 'info'](
        {
          method: req.method,
          path: pathOf(req.originalUrl),
          status: res.statusCode,
          duration_ms: Math.round((performance.now() - req.arrivedAt) * 1000) / 1000,
          request_id: req.id,
          bytes: req.socket.bytesWritten - req.bytesBefore,
          ...(aborted && { aborted }),
        },
        'request',
      )
    },
  }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return url.slice(0, Math.min(query < 0 ? url.length : query, MAX_LOGGED_PATH_CHARACTERS))
}
