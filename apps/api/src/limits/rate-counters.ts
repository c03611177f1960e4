import { LRUCache } from 'lru-cache'
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RedisPool } from '../redis/redis-pool.ts'

const WINDOW_SECONDS = 60
// Writes are taken from what all instances share, and reads are reported to it, a twentieth of the limit at a time.
const PARTS_OF_LIMIT = 20
const MAX_LEASES = 10_000
const PRIMARY_TIMEOUT_MILLISECONDS = 500

/** Counts one request of a caller. Rejects with a `RateLimiterRes` over the limit. */
export type Counter = (caller: string) => Promise<Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>>

/** Makes a limiter that counts for all instances; it rejects with an `Error` when it cannot. */
export type Share = (keyPrefix: string, points: number) => RateLimiterAbstract

/** Writes that this process may still let through of what all instances may, until `endsAt` (of `performance.now()`). */
type Lease = { left: number; sharedLeft: number; endsAt: number }

/**
 * All instances together never let through more writes than the limit. Each takes a twentieth of it at a time, so that
 * most writes need not wait for Redis; what one has taken and does not use is missing to the others until the minute ends.
 */
export function createWriteCounter(limit: number, share: Share | undefined): Counter {
  const local = createLocalLimiter('writes', limit)
  const shared = share?.('writes', limit)
  if (shared === undefined) return (caller) => local.consume(caller)
  const part = Math.max(1, Math.floor(limit / PARTS_OF_LIMIT))
  // Writes of one caller that come at once share one request for a lease.
  const leases = new LRUCache<string, Lease>({
    max: MAX_LEASES,
    ttl: WINDOW_SECONDS * 1000,
    fetchMethod: async (caller, _stale, { options }) => {
      const { points, remainingPoints, msBeforeNext } = await takePart(shared, caller)
      options.ttl = msBeforeNext
      return { left: points, sharedLeft: remainingPoints, endsAt: performance.now() + msBeforeNext }
    },
  })

  return async (caller) => {
    try {
      for (;;) {
        const lease = leases.get(caller) ?? (await leases.forceFetch(caller))
        if (lease.left > 0) {
          lease.left -= 1
          return {
            remainingPoints: lease.left + lease.sharedLeft,
            msBeforeNext: lease.endsAt - performance.now(),
          }
        }
        if (leases.peek(caller) === lease) leases.delete(caller)
      }
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      return local.consume(caller)
    }
  }

  async function takePart(shared: RateLimiterAbstract, caller: string) {
    try {
      const { remainingPoints, msBeforeNext } = await shared.consume(caller, part)
      return { points: part, remainingPoints, msBeforeNext }
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      // The last part may be a smaller one.
      const points = limit - (error.consumedPoints - part)
      if (points <= 0) throw error
      return { points, remainingPoints: 0, msBeforeNext: error.msBeforeNext }
    }
  }
}

/**
 * Reads are many, and most are answered from this process's memory: they are counted here, and reported to all
 * instances a twentieth of the limit at a time. A caller who is over it on all together is then blocked on each.
 */
export function createReadCounter(limit: number, share: Share | undefined): Counter {
  const local = createLocalLimiter('reads', limit)
  const shared = share?.('reads', limit)
  if (shared === undefined) return (caller) => local.consume(caller)
  const reportEvery = Math.max(1, Math.floor(limit / PARTS_OF_LIMIT))
  return async (caller) => {
    const state = await local.consume(caller)
    if (state.consumedPoints % reportEvery === 0) void report(caller, shared)
    return state
  }

  async function report(caller: string, shared: RateLimiterAbstract): Promise<void> {
    try {
      const { consumedPoints, msBeforeNext } = await shared.penalty(caller, reportEvery)
      if (consumedPoints > limit) await local.block(caller, msBeforeNext / 1000)
    } catch {
      // Nobody to share with: the count of this process stands.
    }
  }
}

function createLocalLimiter(keyPrefix: string, points: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_SECONDS })
}

/** Counted by the process that started the workers. */
export const viaPrimary: Share = (keyPrefix, points) =>
  new RateLimiterCluster({
    keyPrefix,
    points,
    duration: WINDOW_SECONDS,
    timeoutMs: PRIMARY_TIMEOUT_MILLISECONDS,
  })

export function viaRedis(redis: RedisPool): Share {
  let script = ''
  // What the limiter needs of a client, on whichever of the pool's connections is next.
  const storeClient = {
    defineCommand: (_name: string, { lua }: { lua: string }) => {
      script = lua
    },
    rlflxIncr: ([key = '', ...values]: string[]) =>
      redis.run((connection) => connection.eval(script, 1, key, ...values)),
  }
  return (keyPrefix, points) =>
    new RateLimiterRedis({
      storeClient,
      keyPrefix: `${redis.keyPrefix}:${keyPrefix}`,
      points,
      duration: WINDOW_SECONDS,
    })
}
