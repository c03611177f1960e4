import { loadConfig } from '@timezone-registry/config'
import { openRedisDropChannel } from '../broadcast/redis-channel.ts'
import { createLogger } from '../logger.ts'
import type { Terminal } from './terminal.ts'

/** Evicts what a command has changed from the caches of running instances. */
export type Evictions = { publish(userIds: readonly string[]): void } & AsyncDisposable

/** Connects to the configured Redis; without one, there are no other instances to reach. */
export async function openEvictions({ env }: Terminal): Promise<Evictions> {
  const { redis: options } = loadConfig(env)
  if (options === undefined) return { publish: () => {}, [Symbol.asyncDispose]: async () => {} }
  const logger = createLogger({ level: 'silent', stream: { write: () => {} } })
  const channel = await openRedisDropChannel({ ...options, logger })
  const listener = { onDrop: () => {}, onLive: () => {} }
  return {
    publish: (userIds) => {
      for (const userId of userIds) channel.publish(userId, listener)
    },
    [Symbol.asyncDispose]: () => channel[Symbol.asyncDispose](),
  }
}
