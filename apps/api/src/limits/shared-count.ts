import type { RedisPool } from '../redis/redis-pool.ts'
import { type ShareCount, WINDOW_MILLISECONDS, type Window } from './rate-limit.ts'

const SHARE_EVERY_MS = 200
const KEYS_AT_ONCE = 500

const ADD = `
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {used, left}`

/**
 * Adds the counts that have changed to those in Redis, and takes over the others', every 200 ms. So N processes admit at most
 * N times the limit, once. While Redis does not answer, each counts alone.
 */
export function createShareCount({ run, keyPrefix }: RedisPool): ShareCount {
  const changed = new Map<string, Window>()

  async function share(entries: readonly [key: string, window: Window][]): Promise<void> {
    const replies = await run(async (redis) => {
      const pipeline = redis.pipeline()
      for (const [key, window] of entries) {
        pipeline.eval(ADD, 1, `${keyPrefix}:${key}`, window.used - window.told, WINDOW_MILLISECONDS)
        // Even if it may not arrive: then others admit more, rather than this process less.
        window.told = window.used
      }
      const replies = (await pipeline.exec()) ?? []
      for (const [error] of replies) if (error) throw error
      return replies.map(([, reply]) => reply as [used: number, left: number])
    })
    for (const [index, [, window]] of entries.entries()) {
      const [used, left] = replies[index] ?? [0, 0]
      window.usedElsewhere = Math.max(window.usedElsewhere, used - window.told)
      window.endsAt = performance.now() + left
    }
  }

  async function shareAll(): Promise<void> {
    const entries = [...changed]
    changed.clear()
    while (entries.length > 0) await share(entries.splice(0, KEYS_AT_ONCE)).catch(() => {})
    isScheduled = false
    if (changed.size > 0) schedule()
  }

  let isScheduled = false
  function schedule(): void {
    if (!isScheduled) setTimeout(shareAll, SHARE_EVERY_MS).unref()
    isScheduled = true
  }

  return (key, window) => {
    changed.set(key, window)
    schedule()
  }
}
