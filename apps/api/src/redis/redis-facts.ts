import type { RedisCluster } from '@timezone-registry/config/redis-address'
import { TimeoutStrategy, timeout } from 'cockatiel'
import { Cluster, type Redis } from 'ioredis'
import { PUBLISH_IN_CLUSTER, type RedisCommands } from './redis-connection.ts'
import { addressOf, clusterAccess, createRedis } from './redis-options.ts'

/** What an operator may need to know about a Redis server and the user that the service uses there. */
export type RedisFacts = {
  /** Undefined if the user may not read it. Of a cluster, one node's, as are the memory and the policy. */
  version: string | undefined
  isCluster: boolean
  /** 0 means that the server sets no limit. */
  maxMemoryBytes: number
  /** `noeviction` refuses writes once the memory is full. */
  evictionPolicy: string
  /** `slave` for a replica, which refuses writes; nodes of a cluster have either role. */
  role: string
  /** The commands that the service needs and that failed, with the server's reason. */
  refused: { command: string; reason: string }[]
}

/** A connection on which the commands are tried. */
type Tried = {
  connect: () => Promise<void>
  commands: RedisCommands
  ping(): Promise<unknown>
  /** The commands by which messages are sent and received, by name. */
  messaging(channel: string, message: string): [command: string, run: () => Promise<unknown>][]
  disconnect(): void
}

const TIMEOUT_MILLISECONDS = 3000
const deadline = timeout(TIMEOUT_MILLISECONDS, TimeoutStrategy.Aggressive)
const TRIAL_KEY_MILLISECONDS = 10_000

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: TIMEOUT_MILLISECONDS,
  commandTimeout: TIMEOUT_MILLISECONDS,
  enableOfflineQueue: false,
  // The user may not be allowed to use INFO, which this check would need.
  enableReadyCheck: false,
  retryStrategy: () => null,
}

/** Tries every command that the service uses, on its own keys. Rejects if Redis does not answer. */
export async function readRedisFacts({
  url,
  keyPrefix,
}: {
  url: string
  keyPrefix: string
}): Promise<RedisFacts> {
  let lastError: Error | undefined
  const onError = (error: Error) => {
    lastError = error
  }
  const address = addressOf(url)
  const isCluster = 'nodes' in address
  const tried = isCluster ? tryCluster(address, onError) : tryServer(createRedis(address, OPTIONS), onError)
  try {
    await deadline.execute(tried.connect).catch((error: unknown) => {
      throw lastError ?? error
    })
    await tried.ping()
    const info = await tried.commands.info().catch(() => '')
    const refused = await tryCommands(tried, keyPrefix)
    return { ...parseInfo(info), isCluster, refused }
  } finally {
    tried.disconnect()
  }
}

function tryServer(redis: Redis, onError: (error: Error) => void): Tried {
  redis.on('error', onError)
  return {
    connect: () => redis.connect(),
    commands: redis,
    ping: () => redis.ping(),
    messaging: (channel, message) => [
      ['PUBLISH', () => redis.publish(channel, message)],
      ['SUBSCRIBE', () => redis.subscribe(channel)],
    ],
    disconnect: () => redis.disconnect(),
  }
}

function tryCluster(address: RedisCluster, onError: (error: Error) => void): Tried {
  const { retryStrategy: _, enableOfflineQueue: __, ...redisOptions } = OPTIONS
  const cluster = new Cluster(address.nodes, {
    lazyConnect: true,
    enableReadyCheck: false,
    clusterRetryStrategy: () => null,
    slotsRefreshTimeout: TIMEOUT_MILLISECONDS,
    shardedSubscribers: true,
    redisOptions: { ...redisOptions, ...clusterAccess(address) },
  })
  cluster.on('error', onError)
  cluster.on('node error', onError)
  return {
    connect: () => cluster.connect(),
    commands: cluster,
    ping: () => Promise.all(cluster.nodes('master').map((node) => node.ping())),
    messaging: (channel, message) => [
      ['EVAL with SPUBLISH', () => cluster.eval(PUBLISH_IN_CLUSTER, 1, channel, message)],
      ['SSUBSCRIBE', () => cluster.ssubscribe(channel)],
    ],
    disconnect: () => cluster.disconnect(),
  }
}

async function tryCommands(
  { commands, messaging }: Tried,
  keyPrefix: string,
): Promise<RedisFacts['refused']> {
  const key = `${keyPrefix}:doctor:${crypto.randomUUID()}`
  const script =
    "redis.call('INCRBY', KEYS[1], 1) redis.call('PEXPIRE', KEYS[1], 1000) return redis.call('PTTL', KEYS[1])"
  const trials: [command: string, run: () => Promise<unknown>][] = [
    ['SET', () => commands.set(key, '1', 'PX', TRIAL_KEY_MILLISECONDS, 'NX')],
    ['GET', () => commands.get(key)],
    ['EVAL with INCRBY, PEXPIRE and PTTL', () => commands.eval(script, 1, key)],
    ['DEL', () => commands.del(key)],
    // A message without keys, which instances ignore.
    ...messaging(`${keyPrefix}:drop`, JSON.stringify({ sender: 'doctor', keys: [] })),
  ]
  const refused: RedisFacts['refused'] = []
  for (const [command, run] of trials)
    await run().catch((error: Error) => refused.push({ command, reason: error.message }))
  return refused
}

function parseInfo(info: string): Omit<RedisFacts, 'refused' | 'isCluster'> {
  const fields = Object.fromEntries(info.split('\r\n').map((line) => line.split(':') as [string, string]))
  return {
    version: fields.redis_version,
    maxMemoryBytes: Number(fields.maxmemory ?? 0),
    evictionPolicy: fields.maxmemory_policy ?? 'unknown',
    role: fields.role ?? 'unknown',
  }
}
