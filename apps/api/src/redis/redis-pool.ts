import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from '../logger.ts'

type SubscriptionHandler = {
  onMessage(message: string): void
  /** True from when every message arrives, false from when some may be missing. */
  onLive(live: boolean): void
}

type Subscription = { readonly live: boolean }

/**
 * A few connections to one Redis, used in turn. Nothing waits for a Redis that is down or frozen: a command fails
 * within 150 ms, and at once while the breaker is open.
 */
export type RedisPool = {
  /** Where Redis is, for the log: never with a password. */
  readonly description: string
  /** Runs a command on the next connection that is ready. Rejects when there is none, it takes too long, or it fails. */
  run<T>(command: (connection: Redis) => Promise<T>): Promise<T>
  /** Listens to a channel on a connection of its own until the pool is closed. */
  subscribe(channel: string, handler: SubscriptionHandler): Subscription
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const COMMAND_TIMEOUT_MILLISECONDS = 150
const HEARTBEAT_MILLISECONDS = 250

const CONNECTION_OPTIONS = {
  lazyConnect: true,
  connectTimeout: 500,
  commandTimeout: COMMAND_TIMEOUT_MILLISECONDS,
  socketTimeout: 300,
  // By default a command waits for a server that is away, and may be sent a second time when it is back.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, 1000),
  // A replica that was a primary, and a server that still reads its data: connect again until they are what they were.
  reconnectOnError: (error: Error) => /^(?:READONLY|LOADING)/.test(error.message),
  autoResubscribe: false,
} satisfies RedisOptions

/** Opens the pool; it is there even when Redis is not, and connects when it can. */
export async function openRedisPool({
  url,
  poolSize,
  logger,
}: {
  url: string
  poolSize: number
  logger: Logger
}): Promise<RedisPool> {
  let lastError: Error | undefined
  const open = () => {
    const connection = new Redis(url, CONNECTION_OPTIONS)
    // Unheard, an `error` is printed by ioredis line by line; what matters is logged when the state changes.
    connection.on('error', (error) => {
      lastError = error
    })
    return connection
  }
  const connections = Array.from({ length: poolSize }, open)
  const subscribers: { connection: Redis; heartbeat: NodeJS.Timeout }[] = []
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: 1000, breaker: new ConsecutiveBreaker(3) })
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open)
      logger.warn({ err: lastError }, 'Redis does not answer; going on without it')
    if (state === CircuitState.Closed) logger.info('Redis answers again')
  })
  await Promise.allSettled(connections.map((connection) => connection.connect()))

  let turn = 0
  function next(): Redis {
    for (let tries = 0; tries < connections.length; tries++) {
      turn = (turn + 1) % connections.length
      const connection = connections[turn]
      if (connection?.status === 'ready') return connection
    }
    throw new Error('No connection to Redis is ready', { cause: lastError })
  }

  const pool: RedisPool = {
    description: describe(url),
    run: (command) => breaker.execute(() => command(next())),
    ping: async () => void (await pool.run((connection) => connection.ping())),
    subscribe: (channel, handler) => {
      const subscription = { live: false }
      const connection = open()
      const setLive = (live: boolean) => {
        if (live === subscription.live) return
        subscription.live = live
        handler.onLive(live)
      }
      connection.on('ready', async () => {
        try {
          await connection.subscribe(channel)
          setLive(true)
        } catch {
          connection.disconnect(true)
        }
      })
      connection.on('close', () => setLive(false))
      connection.on('message', (_channel, message) => handler.onMessage(message))
      // A frozen server closes no connection: silence must be told from peace.
      const heartbeat = setInterval(() => {
        if (connection.status === 'ready') connection.ping().catch(() => connection.disconnect(true))
      }, HEARTBEAT_MILLISECONDS)
      subscribers.push({ connection, heartbeat })
      connection.connect().catch(() => {})
      return subscription
    },
    [Symbol.asyncDispose]: async () => {
      for (const { connection, heartbeat } of subscribers) {
        clearInterval(heartbeat)
        connection.disconnect()
      }
      for (const connection of connections) connection.disconnect()
    },
  }
  return pool
}

function describe(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname}:${port || 6379}`
}
