import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../logger.ts'

declare global {
  namespace Express {
    interface Request {
      /** Names this request in the log, in the `X-Request-Id` header and in an error's body. */
      id: string
    }
  }
}

/** Starts the log line of a request, written when it has been answered, and returns the request's id. */
export type RequestLog = (req: IncomingMessage, res: ServerResponse) => string

// Ids that a load balancer or a caller may send: every format in use, but nothing that could forge a log line.
const SANE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/
const MAX_LOGGED_PATH_CHARACTERS = 256

/** Lines contain the path without its query, and never values of headers or bodies. */
export function createRequestLog({
  logger,
  requests,
}: {
  logger: Logger
  requests: 'all' | 'errors' | 'none'
}): RequestLog {
  return (req, res) => {
    const given = req.headers['x-request-id']
    const id = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : crypto.randomUUID()
    if (requests === 'none') return id

    const startedAt = performance.now()
    const { socket, method } = req
    const path = pathOf(req)
    const bytesBefore = socket.bytesWritten
    res.on('close', () => {
      const aborted = !res.writableFinished
      if (requests === 'errors' && res.statusCode < 400 && !aborted) return
      logger[res.statusCode >= 500 ? 'error' : 'info'](
        {
          method,
          path,
          status: res.statusCode,
          duration_ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
          request_id: id,
          bytes: socket.bytesWritten - bytesBefore,
          ...(aborted && { aborted }),
        },
        'request',
      )
    })
    return id
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return url.slice(0, Math.min(query < 0 ? url.length : query, MAX_LOGGED_PATH_CHARACTERS))
}
