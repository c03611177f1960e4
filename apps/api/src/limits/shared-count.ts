import type { RedisPool } from '../redis/redis-pool.ts'
import { WINDOW_MILLISECONDS, type Window } from './window-counter.ts'

/** Notes that a caller's count has changed, for the other processes. */
export type ShareCount = (key: string, window: Window) => void

type Told = { key: string; window: Window; cost: number }

const EVERY_MS = 200
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
export function createShareCount({ run, keyPrefix }: Pick<RedisPool, 'run' | 'keyPrefix'>): ShareCount {
  let changed = new Map<string, Window>()
  let isScheduled = false

  async function shareAll(): Promise<void> {
    const entries = [...changed]
    changed = new Map()
    for (let at = 0; at < entries.length; at += KEYS_AT_ONCE)
      await share(entries.slice(at, at + KEYS_AT_ONCE).map(([key, window]) => tell(key, window)))
  }

  async function share(all: readonly Told[]): Promise<void> {
    const replies = await run(async (redis) => {
      const pipeline = redis.pipeline()
      for (const { key, cost } of all) pipeline.eval(ADD, 1, `${keyPrefix}:${key}`, cost, WINDOW_MILLISECONDS)
      const replies = (await pipeline.exec()) ?? []
      for (const [error] of replies) if (error) throw error
      return replies.map(([, reply]) => reply as [used: number, left: number])
    })
    for (const [index, { window }] of all.entries()) {
      const [used, left] = replies[index] ?? [0, 0]
      window.usedElsewhere = Math.max(window.usedElsewhere, used - window.told)
      window.endsAt = performance.now() + left
    }
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setTimeout(async () => {
      await shareAll().catch(() => {})
      isScheduled = false
      if (changed.size > 0) schedule()
    }, EVERY_MS).unref()
  }

  return (key, window) => {
    changed.set(key, window)
    schedule()
  }
}

/** Told once, even if it may not arrive: then others admit more, rather than this process less. */
function tell(key: string, window: Window): Told {
  const cost = window.used - window.told
  window.told = window.used
  return { key, window, cost }
}
