import { parseRedisAddress, type RedisSentinels } from '@timezone-registry/config/redis-address'
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { Redis, type RedisOptions, ReplyError } from 'ioredis'
import type { Logger } from '../logger.ts'

const COMMAND_TIMEOUT_MS = 150
const SOCKET_TIMEOUT_MS = 300
const RECONNECT_MS = 250
const FAILURES_TO_OPEN = 3
const PROBE_AFTER_MS = 500

type ConnectionOptions = RedisOptions & { replyMapping?: 'legacy' }

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
  retryStrategy,
  // Reconnect while the server is a demoted primary or is still loading its data.
  reconnectOnError: (error: Error) => /^(?:READONLY|LOADING)/.test(error.message),
  autoResubscribe: false,
} satisfies RedisOptions

const SENTINEL_OPTIONS = {
  sentinelCommandTimeout: SOCKET_TIMEOUT_MS,
  // The connection itself tries again.
  sentinelRetryStrategy: () => null,
  sentinelReconnectStrategy: retryStrategy,
  // Disconnect from a primary immediately when it has been replaced, even if it still answers.
  failoverDetector: true,
} satisfies RedisOptions

/**
 * A connection with these options, to one server or to the primary that sentinels name. Without a listener for `error`,
 * ioredis prints every error.
 */
export function createRedis(address: string, options: ConnectionOptions): Redis {
  const parsed = parseRedisAddress(address)
  if (parsed === undefined) throw new Error('The address of Redis has no known form')
  return 'url' in parsed
    ? new Redis(parsed.url, options)
    : new Redis({ ...options, ...sentinelOptions(parsed) })
}

/** A connection that reconnects until it is disposed. */
export type RedisConnection = Redis & Disposable

/** A connection that is not open yet. It reconnects automatically; its commands fail within 150 ms. */
export function createRedisConnection(
  url: string,
  { onError }: { onError: (error: Error) => void },
): RedisConnection {
  const connection = createRedis(url, CONNECTION_OPTIONS)
  const closed = new AbortController()
  connection.on('error', onError)
  // Sentinels that do not answer, or that name another primary in the meantime, end a connection for good.
  connection.on('end', () => {
    if (closed.signal.aborted) return
    const timer = setTimeout(() => connection.connect().catch(() => {}), RECONNECT_MS)
    closed.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
  return Object.assign(connection, {
    [Symbol.dispose]: () => {
      closed.abort()
      connection.disconnect()
    },
  })
}

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

/** Host and port of a Redis, or of its sentinels, for the log, without the password. */
export function describeRedisUrl(url: string): string {
  const address = parseRedisAddress(url)
  if (address !== undefined && 'sentinels' in address) {
    const hosts = address.sentinels.map(({ host, port }) => `${host}:${port}`)
    return `redis+sentinel://${hosts.join(',')}/${address.name}`
  }
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname}:${port || 6379}`
}

function sentinelOptions({ sentinels, name, database, hasTls, ...names }: RedisSentinels): ConnectionOptions {
  const tls = hasTls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}
  return { ...SENTINEL_OPTIONS, sentinels, name, db: database, ...names, ...tls }
}

function retryStrategy(attempt: number): number {
  return Math.min(attempt * 50, 500)
}
