import { z } from 'zod'
import type { RedisPool } from '../../redis/redis-pool.ts'
import type { Person } from '../identity.ts'

/** Sessions by the hash of their id, for a few seconds. Never throws: a broken cache is an empty one. */
export type SessionCache = {
  find(idHash: string): Promise<Person | undefined>
  /** Keeps it for at most `maxAgeMilliseconds` from the time when it was read. */
  add(idHash: string, person: Person, readAt: number): Promise<void>
  remove(idHashes: readonly string[]): Promise<void>
}

const entrySchema = z.object({
  readAt: z.number(),
  person: z.object({
    provider: z.string(),
    issuer: z.string(),
    subject: z.string(),
    userId: z.string(),
    username: z.string(),
  }),
})

/**
 * The cache of all instances, in Redis. A session that was ended is gone everywhere within `maxAgeMilliseconds`, also
 * when Redis did not hear of it: what is older is not believed, however late Redis wrote it or forgets it.
 */
export function createSessionCache({
  redis,
  maxAgeMilliseconds,
}: {
  redis: RedisPool
  maxAgeMilliseconds: number
}): SessionCache {
  return {
    find: async (idHash) => {
      const text = await redis.run((connection) => connection.get(keyOf(idHash))).catch(() => null)
      const entry = text === null ? undefined : parse(text)
      // A clock that is ahead of another instance's must not make an entry live longer, either.
      const isFresh = entry !== undefined && Math.abs(Date.now() - entry.readAt) < maxAgeMilliseconds
      return isFresh ? entry.person : undefined
    },
    add: async (idHash, person, readAt) => {
      const text = JSON.stringify({ readAt, person })
      await redis
        .run((connection) => connection.set(keyOf(idHash), text, 'PX', Math.ceil(maxAgeMilliseconds)))
        .catch(() => {})
    },
    remove: async (idHashes) => {
      if (idHashes.length > 0)
        await redis.run((connection) => connection.del(idHashes.map(keyOf))).catch(() => {})
    },
  }
}

function keyOf(idHash: string): string {
  return `timezone-registry:session:${idHash}`
}

function parse(text: string) {
  try {
    return entrySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
