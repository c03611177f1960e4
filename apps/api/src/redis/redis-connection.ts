import { Redis, type RedisOptions } from 'ioredis'

const COMMAND_TIMEOUT_MS = 150
const SOCKET_TIMEOUT_MS = 300

/** The options of every connection that serves requests: its commands fail within 150 ms and are not sent again. */
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

/** `overrides` replace the options of connections that serve requests. */
type Options = {
  onError: (error: Error) => void
  overrides?: Pick<RedisOptions, 'connectTimeout' | 'commandTimeout' | 'socketTimeout' | 'enableReadyCheck'>
}

export type RedisConnection = Redis

/** A connection that is not open yet, and reconnects until it is disconnected. */
export function createRedisConnection(url: string, { onError, overrides }: Options): RedisConnection {
  return new Redis(url, { ...CONNECTION_OPTIONS, ...overrides }).on('error', onError)
}
