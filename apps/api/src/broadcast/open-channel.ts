import { createLocalDropChannel, type DropChannel } from './channel.ts'
import { openRedisDropChannel } from './redis-channel.ts'
import { createWorkerDropChannel } from './worker-channel.ts'

type RedisOptions = Parameters<typeof openRedisDropChannel>[0]

/** The channel through which instances evict each other's cached records: over Redis, or between this host's workers. */
export async function openDropChannel({
  redis,
  workers,
  logger,
}: {
  redis: Omit<RedisOptions, 'logger'> | undefined
  /** How many processes share the port. */
  workers: number
  logger: RedisOptions['logger']
}): Promise<DropChannel> {
  if (redis !== undefined) return openRedisDropChannel({ ...redis, logger })
  return workers > 1 ? createWorkerDropChannel() : createLocalDropChannel()
}
