import type { RedisCluster, RedisHost } from '@timezone-registry/config/redis-address'
import { Redis } from 'ioredis'
import { addressOf, CONNECTION_OPTIONS, clusterAccess, createRedis } from './redis-options.ts'

/** How to subscribe to a channel, on a new connection each time. */
export type ChannelSource = {
  connect(): Redis
  subscribe(connection: Redis): Promise<unknown>
  /** Rejects if the server no longer delivers the channel's messages. */
  check(connection: Redis): Promise<unknown>
}

// A new connection replaces one that has ended.
const ONE_CONNECTION = { ...CONNECTION_OPTIONS, retryStrategy: () => null }

export function channelSource(url: string, channel: string): ChannelSource {
  const address = addressOf(url)
  return 'nodes' in address ? clusterSource(address, channel) : serverSource(address, channel)
}

function serverSource(address: Parameters<typeof createRedis>[0], channel: string): ChannelSource {
  return {
    connect: () => createRedis(address, ONE_CONNECTION),
    subscribe: (connection) => connection.subscribe(channel),
    check: (connection) => connection.ping(),
  }
}

/** Subscribes to the primary that owns the channel's slot, which is where messages are published. */
function clusterSource(address: RedisCluster, channel: string): ChannelSource {
  const access = clusterAccess(address)
  let tries = 0
  let owner: RedisHost | undefined
  // A read of a key in the same slot: a replica, and a primary that was replaced, name the owner when they refuse it; a
  // primary that is cut off from the others refuses it as well. All of them accept subscriptions.
  const check = (connection: Redis) => connection.get(channel)
  return {
    connect: () => {
      const node = owner ?? address.nodes[tries++ % address.nodes.length]
      owner = undefined
      return new Redis({ ...ONE_CONNECTION, ...access, ...node })
    },
    subscribe: async (connection) => {
      try {
        await check(connection)
        await connection.ssubscribe(channel)
      } catch (error) {
        owner = ownerIn(error, connection)
        throw error
      }
    },
    check,
  }
}

const MOVED = /^MOVED \d+ (?<host>.*):(?<port>\d+)$/

/** True if the server named another one. */
export function isMoved(error: unknown): boolean {
  return error instanceof Error && MOVED.test(error.message)
}

/** The node that the refusal names; an empty host is the same one as before. */
function ownerIn(error: unknown, { options }: Redis): RedisHost | undefined {
  const { host, port } = MOVED.exec(error instanceof Error ? error.message : '')?.groups ?? {}
  return port === undefined ? undefined : { host: host || options.host || '', port: Number(port) }
}
