import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { Redis, type RedisOptions, ReplyError } from 'ioredis'
import type { Logger } from '../logger.ts'

/**
 * A few connections to one Redis, used in turn. No command waits for a Redis that is down or frozen: it fails within
 * 150 ms, or immediately while the pool's circuit breaker is open.
 */
export type RedisPool = {
  /** The address of Redis, for the log, without the password. */
  readonly description: string
  /** The prefix of every key of this deployment, without the trailing colon. */
  readonly keyPrefix: string
  /** Runs a command on the next connection that is ready. Rejects if none is, if it takes too long, or if it fails. */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T>
  ping(): Promise<void>
  /** True while the circuit breaker refuses every command. */
  readonly isBreakerOpen: boolean
  [Symbol.asyncDispose](): Promise<void>
}

const FAILURES_TO_OPEN = 3
const PROBE_AFTER_MS = 500

export type RedisPoolOptions = { url: string; poolSize: number; keyPrefix: string; logger: Logger }

/** Opens the pool. Resolves even if Redis is down; the pool connects when it can. */
export async function openRedisPool(options: RedisPoolOptions): Promise<RedisPool> {
  const { url, poolSize, keyPrefix, logger } = options
  let lastError: Error | undefined
  const onError = (error: Error) => {
    lastError = error
  }
  const connections = Array.from({ length: poolSize }, () => createRedisConnection(url, onError))
  const breaker = createBreaker({ logger, lastError: () => lastError })
  await Promise.allSettled(connections.map((connection) => connection.connect()))

  let turn = 0
  function next() {
    const ready = connections.filter(({ status }) => status === 'ready')
    turn += 1
    const connection = ready[turn % ready.length]
    if (connection === undefined) throw new Error('No connection to Redis is ready', { cause: lastError })
    return connection
  }

  return {
    description: url.replace(/\/\/.*@/, '//').replace(/\?.*/, ''),
    keyPrefix,
    run: (command) => breaker.execute(() => command(next())),
    ping: () => breaker.execute(async () => void (await next().ping())),
    get isBreakerOpen() {
      return breaker.state === CircuitState.Open
    },
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) connection.disconnect()
    },
  }
}

/**
 * A circuit breaker that fails fast while Redis does not respond: after three failures in a row, for half a second at a
 * time. An error reply (`OOM`, `NOSCRIPT`, `READONLY`) is a response and never opens it.
 */
function createBreaker({ logger, lastError }: { logger: Logger; lastError: () => unknown }) {
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

const COMMAND_TIMEOUT_MS = 150
const SOCKET_TIMEOUT_MS = 300

const CONNECTION_OPTIONS = {
  lazyConnect: true,
  connectTimeout: 500,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: SOCKET_TIMEOUT_MS,
  // How long a frozen server may delay the end of a connection.
  disconnectTimeout: SOCKET_TIMEOUT_MS,
  // By default, a command waits while the server is down, and may be sent again when it is back.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
  // Reconnect while the server is a demoted primary or is still loading its data.
  reconnectOnError: (error: Error) => /^(?:READONLY|LOADING)/.test(error.message),
} satisfies RedisOptions

/** A connection that is not open yet, and reconnects until it is disconnected. By default, its commands fail within 150 ms. */
export function createRedisConnection(
  url: string,
  onError: (error: Error) => void,
  options: Partial<typeof CONNECTION_OPTIONS> & { enableReadyCheck?: boolean } = {},
): Redis {
  return new Redis(url, { ...CONNECTION_OPTIONS, ...options }).on('error', onError)
}

/** How the service uses Redis now, as a phrase for the log. */
export async function describeRedis(redis: RedisPool | undefined): Promise<string> {
  if (redis === undefined) return 'without Redis'
  const isUp = await redis.ping().then(
    () => true,
    () => false,
  )
  return isUp ? `Redis at ${redis.description}` : `with Redis at ${redis.description}, which does not answer`
}
