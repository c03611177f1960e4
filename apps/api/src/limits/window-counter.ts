import { LRUCache } from 'lru-cache'
import type { RedisPool } from '../redis/redis-pool.ts'
import type { Semaphore } from '../semaphore.ts'

const WINDOW_MILLISECONDS = 60_000

// About 20 MB. A flood of other callers evicts the least recently active ones, whose minute then starts again.
const MAX_CALLERS = 100_000

/** What a caller has used in the current minute: in this process, of which the others were `told` some, and in the others. */
export type Window = {
  used: number
  told: number
  usedElsewhere: number
  endsAt: number
  /** Those of checks in progress (`failed-attempts.ts`). */
  places?: Semaphore
}

/** A caller's remaining allowance in the current minute. */
export type Allowance = {
  isAllowed: boolean
  /** What remains of the limit. If the request was refused, a cheaper one may still be allowed. */
  remaining: number
  resetMilliseconds: number
}

/** Finds a caller's minute, which begins with their first request. Bounded in memory. */
export function createWindows(maxCallers = MAX_CALLERS): (caller: string) => Window {
  // Created for the first caller: it takes 2.4 MB even when empty, and some limits are never used.
  let windows: LRUCache<string, Window> | undefined
  return (caller) => {
    windows ??= new LRUCache({ max: maxCallers })
    const now = performance.now()
    const known = windows.get(caller)
    if (known !== undefined && known.endsAt > now) return known
    const window: Window = { used: 0, told: 0, usedElsewhere: 0, endsAt: now + WINDOW_MILLISECONDS }
    windows.set(caller, window)
    return window
  }
}

/** Counts `cost`, unless that would exceed the limit. */
export function take(window: Window, { cost, limit }: { cost: number; limit: number }): Allowance {
  const left = limit - window.used - window.usedElsewhere
  const isAllowed = cost <= left
  if (isAllowed) window.used += cost
  return {
    isAllowed,
    remaining: Math.max(0, isAllowed ? left - cost : left),
    resetMilliseconds: window.endsAt - performance.now(),
  }
}

/** Notes that a caller's count has changed, for the other processes. */
export type ShareCount = (key: string, window: Window) => void

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
export function createShareCount({ run, keyPrefix }: Pick<RedisPool, 'run' | 'keyPrefix'>): ShareCount {
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
