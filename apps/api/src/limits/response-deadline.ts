import type { Request, Response } from 'express'
import { Unavailable } from '../errors.ts'
import type { RouteStep } from '../http/endpoints.ts'

// With the time that the connection adds, every response begins within 3.5 s of the whole request, whatever a
// dependency does, unless its route allows more.
const DEADLINE_MILLISECONDS = 3300

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
    const timer = setTimeout(() => respond(tooLate(), { req, res }), allowed - used)
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
  return new Unavailable('The request took too long to process. Try again in a moment.', {
    retryAfterSeconds: 1,
  })
}
