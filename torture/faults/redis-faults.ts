import type { Hold } from '../observation.ts'
import { countErrors, sendToRedis } from '../redis-commands.ts'
import { during, type Fault, missedRedis, reconnected, repeatedly } from './fault.ts'

/** Faults of Redis. */
export const REDIS_FAULTS: readonly Fault[] = [
  {
    name: 'Redis is killed and restarted, empty',
    strike: async ({ redis }, hold) => {
      await redis.stop()
      await hold()
      await redis.start()
    },
    isFelt: missedRedis,
  },
  {
    name: 'Redis is frozen',
    strike: ({ redis }, hold) => during(hold, { begin: redis.pause, end: redis.resume }),
    isFelt: missedRedis,
  },
  {
    name: 'Redis repeatedly closes every connection',
    strike: ({ redis }, hold) =>
      repeatedly(hold, async () => {
        const kills = ['CLIENT KILL TYPE pubsub', 'CLIENT KILL TYPE normal']
        const replies = await sendToRedis(redis.url, kills)
        return [...replies.matchAll(/:(\d+)/g)].reduce((sum, [, killed]) => sum + Number(killed), 0)
      }),
    isFelt: reconnected('redis'),
  },
  {
    name: 'Redis is full',
    strike: async ({ redis }, hold) => {
      await sendToRedis(redis.url, [
        'CONFIG RESETSTAT',
        'CONFIG SET maxmemory-policy noeviction',
        'CONFIG SET maxmemory 1',
      ])
      await holdForErrors(hold, redis.url, 'OOM')
      await sendToRedis(redis.url, ['CONFIG SET maxmemory 0'])
    },
    // The strike rejects if no command was refused.
    isFelt: () => true,
  },
  {
    name: 'Redis turns into a replica and is flushed',
    strike: async ({ redis }, hold) => {
      await sendToRedis(redis.url, ['CONFIG RESETSTAT', 'FLUSHALL', 'REPLICAOF 127.0.0.1 1'])
      await holdForErrors(hold, redis.url, 'READONLY')
      await sendToRedis(redis.url, ['REPLICAOF NO ONE'])
    },
    // The strike rejects if no command was refused.
    isFelt: () => true,
  },
]

async function holdForErrors(hold: Hold, url: string, code: 'OOM' | 'READONLY'): Promise<void> {
  const isFelt = await hold(async () => (await countErrors(url, code)) > 0)
  if (!isFelt) throw new Error(`Redis refused no command with ${code}`)
}
