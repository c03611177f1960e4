import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { ReplyError } from 'ioredis'
import type { Logger } from '../logger.ts'

const FAILURES_TO_OPEN = 3
const PROBE_AFTER_MS = 500

/**
 * A circuit breaker that fails fast while Redis does not respond: after three failures in a row, for half a second at a
 * time. An error reply (`OOM`, `NOSCRIPT`, `READONLY`) is a response and never opens it.
 */
export function createRedisBreaker({ logger, lastError }: { logger: Logger; lastError: () => unknown }) {
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof ReplyError)),
    { halfOpenAfter: PROBE_AFTER_MS, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
  )
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open)
      logger.warn({ err: lastError() }, 'Redis does not answer; continuing without it')
    if (state === CircuitState.Closed) logger.info('Redis answers again')
  })
  return breaker
}
