import type { RedisCluster } from '@timezone-registry/config/redis-address'
import { TimeoutStrategy, timeout } from 'cockatiel'
import { Cluster, type RedisCommander, type RedisOptions } from 'ioredis'
import {
  addressOf,
  CLUSTER_OPTIONS,
  CONNECTION_OPTIONS,
  clusterAccess,
  createRedis,
} from './redis-options.ts'

const RECONNECT_MS = 250
// If the nodes report no addresses, ioredis never settles the promise.
const clusterDeadline = timeout(1000, TimeoutStrategy.Aggressive)

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
  address: Parameters<typeof createRedis>[0],
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
    connect: () => clusterDeadline.execute(() => cluster.connect()),
    ping: async () => void (await Promise.all(cluster.nodes('master').map((node) => node.ping()))),
    [Symbol.dispose]: () => cluster.disconnect(),
  }
}
