import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { Redis, type RedisOptions, ReplyError } from 'ioredis'
import type { Logger } from '../logger.ts'

const COMMAND_TIMEOUT_MS = 150
const FAILURES_TO_OPEN = 3
const PROBE_AFTER_MS = 1000

const CONNECTION_OPTIONS = {
  lazyConnect: true,
  connectTimeout: 500,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: 300,
  // By default, a command waits while the server is down, and may be sent again when it is back.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, 1000),
  // Reconnect while the server is a demoted primary or is still loading its data.
  reconnectOnError: (error: Error) => /^(?:READONLY|LOADING)/.test(error.message),
  autoResubscribe: false,
} satisfies RedisOptions

/** A connection that is not open yet. It reconnects automatically; its commands fail within 150 ms. */
export function createRedisConnection(url: string, { onError }: { onError: (error: Error) => void }): Redis {
  const connection = new Redis(url, CONNECTION_OPTIONS)
  // Without a listener, ioredis prints every `error`.
  connection.on('error', onError)
  return connection
}

/**
 * A circuit breaker that fails fast while Redis does not respond: after three failures in a row, for a second at a
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

/** Host and port of a Redis URL, for the log, without the password. */
export function describeRedisUrl(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname}:${port || 6379}`
}
