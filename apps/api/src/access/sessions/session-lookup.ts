import { LRUCache } from 'lru-cache'
import type { Person } from '../identity.ts'
import { withLookupDeadline } from '../lookup-deadline.ts'
import type { SessionCache } from './session-cache.ts'
import type { SessionStore } from './session-store.ts'

/** Finds sessions by the hash of their id; requests that arrive together share a lookup. */
export type SessionLookup = {
  /**
   * Undefined for a session that is unknown, expired or ended. Throws `Unavailable`, or the database's error, within
   * 2.5 s if the database does not answer.
   */
  find(idHash: string): Promise<Person | undefined>
  /** Evicts sessions that were deleted from the database. Never throws. */
  forget(idHashes: readonly string[]): Promise<void>
}

const TOUCHES_PER_IDLE_TIME = 20
const FIND_TIMEOUT_MS = 2500
const MAX_LOOKUPS = 10_000
// Long enough to share one lookup between requests that arrive together; not a cache.
const SHARED_LOOKUP_MS = 1

export type SessionLookupOptions = {
  store: Pick<SessionStore, 'find' | 'markUsed'>
  cache: SessionCache | undefined
  idleSeconds: number
  cachedForMilliseconds: number
}

export function createSessionLookup(options: SessionLookupOptions): SessionLookup {
  const { store, cache, idleSeconds, cachedForMilliseconds } = options
  const lookups = new LRUCache<string, { person: Person | undefined }>({
    max: MAX_LOOKUPS,
    ttl: SHARED_LOOKUP_MS,
    // Requests may still be waiting for an evicted lookup.
    ignoreFetchAbort: true,
    fetchMethod: async (idHash) => ({
      person: await withLookupDeadline(lookUp(idHash), {
        milliseconds: FIND_TIMEOUT_MS,
        message: 'Sessions cannot be checked right now. Try again in a moment.',
      }),
    }),
  })

  async function lookUp(idHash: string): Promise<Person | undefined> {
    return (await cache?.find(idHash)) ?? (await load(idHash))
  }

  async function load(idHash: string): Promise<Person | undefined> {
    const readAt = Date.now()
    const stored = await store.find(idHash)
    if (stored === undefined) return undefined
    // Written occasionally, not for each request; if it fails, a later request retries it.
    if (stored.idleForSeconds > idleSeconds / TOUCHES_PER_IDLE_TIME) store.markUsed(idHash).catch(() => {})
    if (stored.secondsLeft * 1000 > cachedForMilliseconds) await cache?.add(idHash, stored.person, readAt)
    return stored.person
  }

  return {
    find: async (idHash) => (await lookups.forceFetch(idHash)).person,
    // Deletes lookups twice, because one in flight may have read the session before it ended.
    forget: async (idHashes) => {
      for (const idHash of idHashes) lookups.delete(idHash)
      await cache?.remove(idHashes)
      for (const idHash of idHashes) lookups.delete(idHash)
    },
  }
}
