import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { pino } from 'pino'
import type { DropChannel } from '../src/broadcast/channel.ts'
import { openRedisDropChannel } from '../src/broadcast/redis-channel.ts'
import type { TimezoneRecord } from '../src/records/timezone-store.ts'
import { openRedisPool } from '../src/redis/redis-pool.ts'

const logger = pino({ level: 'silent' })

export function openPool(url: string) {
  return openRedisPool({ url, poolSize: 2, keyPrefix: 'timezone-registry', logger })
}

export function openChannel(url: string) {
  return openRedisDropChannel({ url, keyPrefix: 'timezone-registry', logger })
}

/** Resolves when the channel's subscription is live. */
export async function isLive(channel: DropChannel): Promise<void> {
  let live = false
  channel.listen({
    onDrop: () => {},
    onLive: (isLiveNow) => {
      live = isLiveNow
    },
  })
  await waitUntil(() => live, 'the subscription')
}

export function record(timezone: string): TimezoneRecord {
  return { userId: 'ann', username: 'ann', timezone, createdAt: null, updatedAt: null, visibility: 'public' }
}

/** A load with this result, which counts its calls. */
export function countingLoad(answer: TimezoneRecord | undefined) {
  const load = Object.assign(
    async () => {
      load.count += 1
      return answer
    },
    { count: 0 },
  )
  return load
}

/** A load for a key that is cached. */
export async function fail(): Promise<never> {
  throw new Error('must not be loaded')
}
