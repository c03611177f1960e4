import { setTimeout as sleep } from 'node:timers/promises'
import { countErrors, sendToRedis } from '../redis-commands.ts'
import { during, type Fault, missedRedis, reconnected, repeatedly } from './fault.ts'

/** Faults of Redis. */
export const REDIS_FAULTS: readonly Fault[] = [
  {
    name: 'Redis is killed and restarted, empty',
    strike: async ({ redis }, milliseconds) => {
      await redis.stop()
      await sleep(milliseconds)
      await redis.start()
    },
    isFelt: missedRedis,
  },
  {
    name: 'Redis is frozen',
    strike: ({ redis }, milliseconds) => during(milliseconds, { begin: redis.pause, end: redis.resume }),
    isFelt: missedRedis,
  },
  {
    name: 'Redis closes every connection, again and again',
    strike: ({ redis }, milliseconds) =>
      repeatedly(milliseconds, async () => {
        const kills = ['CLIENT KILL TYPE pubsub', 'CLIENT KILL TYPE normal']
        const replies = await sendToRedis(redis.url, kills)
        return [...replies.matchAll(/:(\d+)/g)].reduce((sum, [, killed]) => sum + Number(killed), 0)
      }),
    isFelt: reconnected('redis'),
  },
  {
    name: 'Redis is full',
    strike: async ({ redis }, milliseconds) => {
      await sendToRedis(redis.url, ['CONFIG SET maxmemory-policy noeviction', 'CONFIG SET maxmemory 1'])
      await sleep(milliseconds)
      await requireErrors(redis.url, 'OOM')
      await sendToRedis(redis.url, ['CONFIG SET maxmemory 0'])
    },
    // The strike rejects where no command was refused.
    isFelt: () => true,
  },
  {
    name: 'Redis turns into a replica and is flushed',
    strike: async ({ redis }, milliseconds) => {
      await sendToRedis(redis.url, ['FLUSHALL', 'REPLICAOF 127.0.0.1 1'])
      await sleep(milliseconds)
      await requireErrors(redis.url, 'READONLY')
      await sendToRedis(redis.url, ['REPLICAOF NO ONE'])
    },
    // The strike rejects where no command was refused.
    isFelt: () => true,
  },
]

async function requireErrors(url: string, code: 'OOM' | 'READONLY'): Promise<void> {
  if ((await countErrors(url, code)) === 0) throw new Error(`Redis refused no command with ${code}`)
}
