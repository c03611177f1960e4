import { CircuitState } from 'cockatiel'
import type { Redis } from 'ioredis'
import type { Logger } from '../logger.ts'
import { createRedisBreaker, createRedisConnection, describeRedisUrl } from './redis-connection.ts'

/**
 * A few connections to one Redis, used in turn. No command waits for a Redis that is down or frozen: it fails within
 * 150 ms, or immediately while the pool's circuit breaker is open.
 */
export type RedisPool = {
  /** The address of Redis, for the log, without the password. */
  readonly description: string
  /** The prefix of every key and channel of this deployment, without the trailing colon. */
  readonly keyPrefix: string
  /** Runs a command on the next connection that is ready. Rejects if none is, if it takes too long, or if it fails. */
  run<T>(command: (connection: Redis) => Promise<T>): Promise<T>
  ping(): Promise<void>
  /** True while the circuit breaker refuses every command. */
  readonly isBreakerOpen: boolean
  [Symbol.asyncDispose](): Promise<void>
}

export type RedisPoolOptions = { url: string; poolSize: number; keyPrefix: string; logger: Logger }

/** Opens the pool. Resolves even if Redis is down; the pool connects when it can. */
export async function openRedisPool(options: RedisPoolOptions): Promise<RedisPool> {
  const { url, poolSize, keyPrefix, logger } = options
  let lastError: Error | undefined
  const onError = (error: Error) => {
    lastError = error
  }
  const connections = Array.from({ length: poolSize }, () => createRedisConnection(url, { onError }))
  const breaker = createRedisBreaker({ logger, lastError: () => lastError })
  // Bounded by `connectTimeout`.
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
  const run: RedisPool['run'] = (command) => breaker.execute(() => command(next()))

  return {
    description: describeRedisUrl(url),
    keyPrefix,
    run,
    get isBreakerOpen() {
      return breaker.state === CircuitState.Open
    },
    ping: async () => void (await run((connection) => connection.ping())),
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) connection[Symbol.dispose]()
    },
  }
}

/** How the service uses Redis now, as a phrase for the log. */
export async function describeRedis(redis: RedisPool | undefined): Promise<string> {
  if (redis === undefined) return 'without Redis'
  const isUp = await redis.ping().then(
    () => true,
    () => false,
  )
  return isUp ? `Redis at ${redis.description}` : `with Redis at ${redis.description} NOT ANSWERING`
}
