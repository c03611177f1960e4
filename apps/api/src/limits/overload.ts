import type { Request, Response } from 'express'
import { Overloaded, Unavailable } from '../errors.ts'
import type { RouteStep } from '../http/endpoints.ts'
import { limit } from '../limiter.ts'

const RETRY_SOON = { retryAfterSeconds: 1 }
// With the time that the connection adds, every response begins within 3.5 s of the whole request, whatever a
// dependency does, unless its route allows more.
const DEADLINE_MILLISECONDS = 3300

/**
 * Limits how many requests are processed at the same time; others wait briefly. Refuses requests of connections beyond the
 * limit. A request holds a place from when it is complete until its response begins, so slow senders, slow readers, and
 * responses that wait behind others on a pipelined connection hold no place.
 */
export function createOverloadGuard({ maxActive = 512, maxWaitMs = 1000 } = {}): RouteStep {
  const places = limit({
    atOnce: maxActive,
    // Each connection has one request in progress, and the number of connections is limited.
    waiting: Number.POSITIVE_INFINITY,
    // An immediate refusal would invite an immediate retry.
    timeoutMs: maxWaitMs,
    tooMany: overloaded,
  })

  return (req) => {
    const isProbe = req.tsRestRoute.metadata.limit === 'none'
    // Also streams, which would keep the connections that are left for probes.
    if (req.isExcess && !isProbe) throw overloaded()
    // Streams have their own budget.
    if (isProbe || req.tsRestRoute.metadata.isStream === true) return
    if (places.take()) {
      req.onResponse = places.end
      return
    }
    return new Promise((resolve, reject) => {
      // A caller who disconnects stops waiting.
      req.onResponse = places.wait({
        begin: () => {
          req.onResponse = places.end
          resolve()
        },
        fail: (reason) => {
          req.onResponse = undefined
          reject(reason)
        },
      })
    })
  }
}

function overloaded(): Overloaded {
  return new Overloaded('The service is overloaded. Try again in a moment.', RETRY_SOON)
}

/**
 * A step of the pipeline: answers 503 if a response has not begun in time, counted from when the request was complete: a
 * slow sender uses up none of it. Parts of the work have their own deadlines; this one bounds their sum. A late result is
 * dropped.
 */
export function createResponseDeadline({
  respond,
}: {
  /** Responds with this error. */
  respond: (error: Unavailable, exchange: { req: Request; res: Response }) => void
}): RouteStep {
  return (req, res) => {
    const { maxSeconds } = req.tsRestRoute.metadata
    const allowed = maxSeconds === undefined ? DEADLINE_MILLISECONDS : maxSeconds * 1000
    const used = performance.now() - (req.receivedAt ?? req.arrivedAt)
    const { onResponse } = req
    const left = Math.max(0, allowed - used)
    const timer = setTimeout(() => respond(tooLate(), { req, res }), left)
    const stop = () => {
      clearTimeout(timer)
      onResponse?.()
    }
    // V8 would allocate a function literal assigned here among long-lived objects, which would keep the whole request
    // alive.
    req.onResponse = stop
  }
}

function tooLate(): Unavailable {
  return new Unavailable('The request took too long to process. Try again in a moment.', RETRY_SOON)
}
