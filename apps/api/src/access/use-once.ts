import { LRUCache } from 'lru-cache'
import type { RedisPool } from '../redis/redis-pool.ts'
import { hashOf } from './secrets.ts'

/** Resolves to true for the first use of a text. */
export type UseOnce = (text: string) => Promise<boolean>

// Some 2 MB.
const MAX_USED = 10_000

/**
 * Remembers the texts that were used for a time. All instances share this through Redis. Without it, or while it is down,
 * each process remembers its own.
 */
export function createUseOnce({
  name,
  seconds,
  redis,
}: {
  /** Of the keys in Redis. */
  name: string
  seconds: number
  redis: Pick<RedisPool, 'run' | 'keyPrefix'> | undefined
}): UseOnce {
  const used = new LRUCache<string, true>({ max: MAX_USED, ttl: seconds * 1000 })
  return async (text) => {
    const hash = hashOf(text)
    if (used.has(hash)) return false
    used.set(hash, true)
    if (redis === undefined) return true
    const key = `${redis.keyPrefix}:${name}:${hash}`
    const marked = redis.run((connection) => connection.set(key, '1', 'EX', seconds, 'NX'))
    return (await marked.catch(() => 'OK')) === 'OK'
  }
}
