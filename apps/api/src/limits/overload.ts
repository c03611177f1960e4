import type { Response } from 'express'
import { Overloaded, Unavailable } from '../errors.ts'
import { callOnResponse, type RouteStep } from '../http/request.ts'
import { createSemaphore } from '../semaphore.ts'

// With the time that the connection adds, every response begins within 3.5 s of the whole request, whatever a
// dependency does, unless its route allows more.
const DEADLINE_MILLISECONDS = 3300

/**
 * Limits how many requests are processed at the same time; others wait briefly. A request holds a place from when it is
 * complete until its response begins, so slow senders and slow readers hold none.
 */
export function createOverloadGuard({ maxActive = 512, maxWaitMs = 1000 } = {}): RouteStep {
  const places = createSemaphore({
    atOnce: maxActive,
    // Each connection has one request in progress, and the number of connections is limited.
    waiting: Number.POSITIVE_INFINITY,
    // An immediate refusal would invite an immediate retry.
    timeoutMs: maxWaitMs,
  })
  return async (req, res) => {
    const { limit: counted, isStream } = req.tsRestRoute.metadata
    // Probes, and streams, which have their own budget.
    if (counted === 'none' || isStream === true) return
    await places.enter()
    req.call.onResponse.push(places.end)
    if (!res.destroyed) return
    // The caller has disconnected while waiting.
    callOnResponse(req)
    throw new Overloaded()
  }
}

/**
 * A step for when the request is complete, so that a slow sender uses up none of the time: answers 503 if a response has
 * not begun in time. Parts of the work have their own deadlines; this one bounds their sum. A late result is dropped.
 */
export function createResponseDeadline(respond: (error: Unavailable, res: Response) => void): RouteStep {
  return (req, res) => {
    if (res.headersSent || res.destroyed) return
    const { maxSeconds } = req.tsRestRoute.metadata
    const allowed = maxSeconds === undefined ? DEADLINE_MILLISECONDS : maxSeconds * 1000
    const timer = setTimeout(() => respond(tooLate(), res), allowed)
    req.call.onResponse.push(() => clearTimeout(timer))
  }
}

function tooLate(): Unavailable {
  return new Unavailable('The request took too long to process. Try again in a moment.')
}
