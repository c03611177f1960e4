import { Unavailable } from '../errors.ts'
import type { RouteStep } from './route-steps.ts'

// With what a client's connection adds, an answer within 3.5 s, whatever a dependency does.
const DEADLINE_MILLISECONDS = 3300

/**
 * A step of the pipeline: answers 503 for a request whose answer has not begun in time, counted from its arrival. Parts
 * of the work have their own deadlines; this one bounds their sum. A late result is dropped.
 */
export function createDeadline({ milliseconds = DEADLINE_MILLISECONDS } = {}): RouteStep {
  return (req, _res, next) => {
    const { maxSeconds } = req.tsRestRoute.metadata
    const allowed = maxSeconds === undefined ? milliseconds : maxSeconds * 1000
    const timeout = setTimeout(
      () =>
        next(new Unavailable('The answer took too long. Try again in a moment.', { retryAfterSeconds: 1 })),
      Math.max(0, allowed - (performance.now() - req.arrivedAt)),
    )
    const { onAnswer } = req
    req.onAnswer = () => {
      clearTimeout(timeout)
      onAnswer?.()
    }
    next()
  }
}
