import {
  parseRedisAddress,
  type RedisAddress,
  type RedisCluster,
} from '@timezone-registry/config/redis-address'
import { Cluster, type ClusterOptions, Redis, type RedisCommander, type RedisOptions } from 'ioredis'
import { withDeadline } from '../limiter.ts'

const RECONNECT_MS = 250
// If the nodes report no addresses, ioredis never settles the promise.
const CLUSTER_TIMEOUT_MS = 1000
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
  retryStrategy,
  // Reconnect while the server is a demoted primary or is still loading its data.
  reconnectOnError: (error: Error) => /^(?:READONLY|LOADING)/.test(error.message),
} satisfies RedisOptions

const SENTINEL_OPTIONS = {
  sentinelCommandTimeout: SOCKET_TIMEOUT_MS,
  // The connection itself reconnects.
  sentinelRetryStrategy: () => null,
  sentinelReconnectStrategy: retryStrategy,
  // Disconnect from a primary immediately when it has been replaced, even if it still answers.
  failoverDetector: true,
} satisfies RedisOptions

/** For a cluster, whose commands fail within the same time. */
const CLUSTER_OPTIONS = {
  lazyConnect: true,
  enableOfflineQueue: false,
  clusterRetryStrategy: retryStrategy,
  // A command waits this long for another node to take over, and is tried again until its own timeout.
  retryDelayOnFailover: 50,
  retryDelayOnClusterDown: 50,
  maxRedirections: 4,
  slotsRefreshTimeout: SOCKET_TIMEOUT_MS,
  slotsRefreshInterval: 1000,
} satisfies ClusterOptions

/** Every command used has one key, so that a cluster can run it. */
export type RedisCommands = RedisCommander

/** Connected to one server, or to every primary of a cluster. It reconnects until it is disposed. */
export type RedisConnection = Disposable & {
  readonly commands: RedisCommands
  readonly isReady: boolean
  /** Resolves when it is connected; rejects if the first try fails, or after a second. */
  connect(): Promise<void>
  /** Rejects if a server does not answer. */
  ping(): Promise<void>
}

/** `overrides` replace the options of connections that serve requests. */
type Options = {
  onError: (error: Error) => void
  overrides?: Pick<RedisOptions, 'connectTimeout' | 'commandTimeout' | 'socketTimeout' | 'enableReadyCheck'>
}

/** A connection that is not open yet. Its commands fail within 150 ms, unless this is overridden. */
export function createRedisConnection(url: string, options: Options): RedisConnection {
  const address = parseRedisAddress(url)
  if (address === undefined) throw new Error('The address of Redis has no known form')
  return 'nodes' in address ? connectToCluster(address, options) : connectToServer(address, options)
}

/** True for the address of a cluster. */
export function isCluster(url: string): boolean {
  return /^rediss?\+cluster:/.test(url)
}

function connectToServer(
  address: Exclude<RedisAddress, RedisCluster>,
  { onError, overrides }: Options,
): RedisConnection {
  const options = { ...CONNECTION_OPTIONS, ...overrides }
  const redis =
    'url' in address
      ? new Redis(address.url, options)
      : new Redis({ ...options, ...SENTINEL_OPTIONS, ...address })
  const closed = new AbortController()
  redis.on('error', onError)
  // Sentinels that do not answer, or that name another primary in the meantime, end a connection for good.
  redis.on('end', () => {
    if (closed.signal.aborted) return
    const timer = setTimeout(() => redis.connect().catch(() => {}), RECONNECT_MS)
    closed.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
  return {
    commands: redis,
    get isReady() {
      return redis.status === 'ready'
    },
    connect: () => redis.connect(),
    ping: async () => void (await redis.ping()),
    [Symbol.dispose]: () => {
      closed.abort()
      redis.disconnect()
    },
  }
}

function connectToCluster(
  { nodes, ...access }: RedisCluster,
  { onError, overrides }: Options,
): RedisConnection {
  const { retryStrategy: _, enableOfflineQueue: __, ...redisOptions } = CONNECTION_OPTIONS
  const cluster = new Cluster(nodes, {
    ...CLUSTER_OPTIONS,
    redisOptions: { ...redisOptions, ...overrides, ...access },
  })
  cluster.on('error', onError)
  cluster.on('node error', onError)
  return {
    commands: cluster,
    get isReady() {
      return cluster.status === 'ready'
    },
    connect: () => withDeadline(CLUSTER_TIMEOUT_MS, () => cluster.connect()),
    ping: async () => void (await Promise.all(cluster.nodes('master').map((node) => node.ping()))),
    [Symbol.dispose]: () => cluster.disconnect(),
  }
}

function retryStrategy(attempt: number): number {
  return Math.min(attempt * 50, 500)
}
