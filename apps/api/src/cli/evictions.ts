import { loadConfig } from '@timezone-registry/config'
import { createRedisDropChannel } from '../broadcast/redis-channel.ts'
import { createLogger } from '../logger.ts'
import { openRedisPool } from '../redis/redis-pool.ts'

/** Evicts what a command has changed from the caches of running instances. */
export type Evictions = { publish(userIds: readonly string[]): void } & AsyncDisposable

/** Connects to the configured Redis; without one, there are no other instances to reach. */
export async function openEvictions(): Promise<Evictions> {
  const { redis: options } = loadConfig(process.env)
  if (options === undefined) return { publish: () => {}, [Symbol.asyncDispose]: async () => {} }
  const logger = createLogger({ level: 'silent', readable: false })
  await using opened = new AsyncDisposableStack()
  const redis = opened.use(await openRedisPool({ ...options, logger }))
  const channel = opened.use(createRedisDropChannel({ redis }))
  const listener = { onDrop: () => {}, onLive: () => {} }
  const resources = opened.move()
  return {
    publish: (userIds) => {
      for (const userId of userIds) channel.publish(userId, listener)
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
