import { LRUCache } from 'lru-cache'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { hashOf } from '../secrets.ts'
import { LOGIN_SECONDS } from './login-cookie.ts'

/**
 * Remembers which logins have finished, so that none finishes twice. All instances share this through Redis. Without
 * it, or while it is down, each process remembers its own logins; the provider accepts a code only once in any case.
 */
export type FinishedLogins = {
  /** False if the login with this `state` has already finished. Never rejects. */
  markFinished(state: string): Promise<boolean>
}

const MAX_LOGINS = 10_000

export function createFinishedLogins({ redis }: { redis: RedisPool | undefined }): FinishedLogins {
  const finished = new LRUCache<string, true>({ max: MAX_LOGINS, ttl: LOGIN_SECONDS * 1000 })

  async function markShared(stateHash: string): Promise<boolean> {
    if (redis === undefined) return true
    const key = `${redis.keyPrefix}:finished-login:${stateHash}`
    return redis
      .run((connection) => connection.set(key, '1', 'EX', LOGIN_SECONDS, 'NX'))
      .then(
        (reply) => reply === 'OK',
        () => true,
      )
  }

  return {
    markFinished: async (state) => {
      const stateHash = hashOf(state)
      if (finished.has(stateHash)) return false
      finished.set(stateHash, true)
      return markShared(stateHash)
    },
  }
}
