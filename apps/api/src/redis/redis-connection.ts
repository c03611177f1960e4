import {
  parseRedisAddress,
  type RedisAddress,
  type RedisCluster,
  type RedisHost,
  type RedisSentinels,
} from '@timezone-registry/config/redis-address'
import { Cluster, type ClusterOptions, Redis, type RedisCommander, type RedisOptions } from 'ioredis'
import { withDeadline } from '../limiter.ts'

const RECONNECT_MS = 250
// If the nodes report no addresses, ioredis never settles the promise.
const CLUSTER_TIMEOUT_MS = 1000
const COMMAND_TIMEOUT_MS = 150
const SOCKET_TIMEOUT_MS = 300

type ConnectionOptions = RedisOptions & { replyMapping?: 'legacy' }

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
  const address = addressOf(url)
  return 'nodes' in address ? connectToCluster(address, options) : connectToServer(address, options)
}

function connectToServer(
  address: Exclude<RedisAddress, RedisCluster>,
  { onError, overrides }: Options,
): RedisConnection {
  const redis = createRedis(address, { ...CONNECTION_OPTIONS, ...overrides })
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

function connectToCluster(address: RedisCluster, { onError, overrides }: Options): RedisConnection {
  const { retryStrategy: _, enableOfflineQueue: __, ...redisOptions } = CONNECTION_OPTIONS
  const cluster = new Cluster(address.nodes, {
    ...CLUSTER_OPTIONS,
    redisOptions: { ...redisOptions, ...overrides, ...clusterAccess(address) },
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

/** As `parseRedisAddress`, for an address that the configuration has accepted. */
export function addressOf(text: string): RedisAddress {
  const address = parseRedisAddress(text)
  if (address === undefined) throw new Error('The address of Redis has no known form')
  return address
}

/**
 * A client with these options, to one server or to the primary that sentinels name. Without a listener for `error`,
 * ioredis prints every error.
 */
function createRedis(address: Exclude<RedisAddress, RedisCluster>, options: ConnectionOptions): Redis {
  return 'url' in address
    ? new Redis(address.url, options)
    : new Redis({ ...options, ...sentinelOptions(address) })
}

/** What a connection to one node of a cluster needs besides the node's host and port. */
function clusterAccess({ hasTls, nodes, ...names }: RedisCluster): ConnectionOptions {
  return { ...names, ...(hasTls && { tls: {} }) }
}

/** Host and port of a Redis, of its sentinels, or of nodes of a cluster, for the log, without the password. */
export function describeRedisUrl(url: string): string {
  const address = addressOf(url)
  if ('sentinels' in address) return `redis+sentinel://${join(address.sentinels)}/${address.name}`
  if ('nodes' in address) return `redis+cluster://${join(address.nodes)}`
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname}:${port || 6379}`
}

function join(hosts: readonly RedisHost[]): string {
  return hosts.map(({ host, port }) => `${host}:${port}`).join(',')
}

function sentinelOptions({ sentinels, name, database, hasTls, ...names }: RedisSentinels): ConnectionOptions {
  const tls = hasTls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}
  return { ...SENTINEL_OPTIONS, sentinels, name, db: database, ...names, ...tls }
}

function retryStrategy(attempt: number): number {
  return Math.min(attempt * 50, 500)
}
