import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { type Person, personSchema } from '../identity.ts'
import type { StoredSession } from './session-store.ts'

/** Sessions by the hash of their id, for a few seconds. Never throws: a failing cache counts as empty. */
export type SessionCache = ReturnType<typeof createSessionCache>

const MAX_AGE_MS = 4000

const entrySchema = z.object({ readAt: z.number(), person: personSchema })

/**
 * The cache in Redis that all instances share. An ended session is refused everywhere within four seconds, even if
 * Redis missed the end, because older entries are ignored. Entries by another deployment, or by someone with write
 * access to Redis, are ignored as well: each entry has a MAC over its key and value, and only this deployment has
 * `macKey`.
 */
export function createSessionCache({
  redis,
  macKey,
  idleSeconds,
}: {
  redis: RedisPool
  macKey: Uint8Array
  idleSeconds: number
}) {
  // Short enough that use of a session is recorded well before it counts as idle.
  const maxAgeMilliseconds = Math.min(MAX_AGE_MS, idleSeconds * 250)
  const keyOf = (idHash: string) => `${redis.keyPrefix}:session:${idHash}`
  const macOf = (idHash: string, value: string) =>
    createHmac('sha256', macKey).update(`${idHash.length}:${idHash}${value}`).digest()

  function openEntry(idHash: string, text: string) {
    const end = Math.max(text.indexOf('.'), 0)
    const given = Buffer.from(text.slice(0, end), 'base64url')
    const value = text.slice(end + 1)
    const expected = macOf(idHash, value)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    return entrySchema.safeParse(JSON.parse(value)).data
  }

  return {
    find: async (idHash: string): Promise<Person | undefined> => {
      const text = await redis.run((connection) => connection.get(keyOf(idHash))).catch(() => null)
      const entry = text === null ? undefined : openEntry(idHash, text)
      // Another instance's clock may be ahead, which must not extend the life of its entries.
      const isFresh = entry !== undefined && Math.abs(Date.now() - entry.readAt) < maxAgeMilliseconds
      return isFresh ? entry.person : undefined
    },
    /** Keeps a session that was read at `readAt`, a `Date.now()`, unless it expires before its entry. */
    add: async (idHash: string, { person, secondsLeft }: StoredSession, readAt: number) => {
      if (secondsLeft * 1000 <= maxAgeMilliseconds) return
      const value = JSON.stringify({ readAt, person })
      const text = `${macOf(idHash, value).toString('base64url')}.${value}`
      await redis
        .run((connection) => connection.set(keyOf(idHash), text, 'PX', Math.ceil(maxAgeMilliseconds)))
        .catch(() => {})
    },
    // One command for each key: in a cluster, they may be on different servers.
    remove: async (idHashes: readonly string[]) => {
      await Promise.allSettled(
        idHashes.map((idHash) => redis.run((connection) => connection.del(keyOf(idHash)))),
      )
    },
  }
}
