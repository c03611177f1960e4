import { Redis, type RedisOptions, ReplyError } from 'ioredis'
import type { Logger } from '../logger.ts'

/** A few connections to one Redis, used in turn. No command waits for a Redis that is down or frozen: it fails within 150 ms. */
export type RedisPool = {
  /** The address of Redis, for the log, without the password. */
  readonly description: string
  /** The prefix of every key of this deployment, without the trailing colon. */
  readonly keyPrefix: string
  /** Runs a command on the next connection that is ready. Rejects if none is, if it takes too long, or if it fails. */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T>
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const FAILURES_TO_REPORT = 3

type RedisPoolOptions = { url: string; poolSize: number; keyPrefix: string; logger: Logger }

/** Opens the pool. Resolves even if Redis is down; the pool connects when it can. */
export async function openRedisPool(options: RedisPoolOptions): Promise<RedisPool> {
  const { url, poolSize, keyPrefix, logger } = options
  let lastError: Error | undefined
  const onError = (error: Error) => {
    lastError = error
  }
  const connections = Array.from({ length: poolSize }, () => createRedisConnection(url, onError))
  await Promise.allSettled(connections.map((connection) => connection.connect()))

  let turn = 0
  function next() {
    const ready = connections.filter(({ status }) => status === 'ready')
    turn += 1
    const connection = ready[turn % ready.length]
    if (connection === undefined) throw new Error('No connection to Redis is ready', { cause: lastError })
    return connection
  }

  // The first one says that it has been down from the start.
  let failures = connections.some(({ status }) => status === 'ready') ? 0 : FAILURES_TO_REPORT - 1
  function note(isAnswer: boolean): void {
    if (isAnswer && failures >= FAILURES_TO_REPORT) logger.info('Redis answers again')
    failures = isAnswer ? 0 : failures + 1
    if (failures === FAILURES_TO_REPORT)
      logger.warn({ err: lastError }, 'Redis does not answer; continuing without it')
  }
  async function run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      const result = await command(next())
      note(true)
      return result
    } catch (error) {
      // `OOM` or `READONLY` is an answer.
      note(error instanceof ReplyError)
      throw error
    }
  }

  return {
    description: url.replace(/\/\/.*@/, '//').replace(/\?.*/, ''),
    keyPrefix,
    run,
    ping: () => run(async (redis) => void (await redis.ping())),
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) connection.disconnect()
    },
  }
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
