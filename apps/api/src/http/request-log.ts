import type { RequestHandler } from 'express'
import type { Logger } from '../logger.ts'

declare global {
  namespace Express {
    interface Request {
      /** Names this request in the log, in the `X-Request-Id` header and in an error's body. */
      id: string
    }
  }
}

// What a balancer or a caller may send: enough for every format in use, and nothing that could forge a log line.
const SANE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/
const MAX_LOGGED_PATH_CHARACTERS = 256

/** Gives each request its id, and writes one line when it has been answered: never a query's or a body's values. */
export function createRequestLog({
  logger,
  requests,
}: {
  logger: Logger
  requests: 'all' | 'errors' | 'none'
}): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id')
    req.id = given !== undefined && SANE_REQUEST_ID.test(given) ? given : crypto.randomUUID()
    res.setHeader('X-Request-Id', req.id)
    if (requests === 'none') return next()

    const startedAt = performance.now()
    const path = req.path.slice(0, MAX_LOGGED_PATH_CHARACTERS)
    const { socket } = req
    const bytesBefore = socket.bytesWritten
    res.on('close', () => {
      const aborted = !res.writableFinished
      if (requests === 'errors' && res.statusCode < 400 && !aborted) return
      logger[res.statusCode >= 500 ? 'error' : 'info'](
        {
          method: req.method,
          path,
          status: res.statusCode,
          duration_ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
          request_id: req.id,
          bytes: socket.bytesWritten - bytesBefore,
          ...(aborted && { aborted }),
        },
        'request',
      )
    })
    next()
  }
}
