import { LRUCache } from 'lru-cache'
import type { ApiKey } from '../identity.ts'
import { withLookupDeadline } from '../lookup-deadline.ts'
import { hashOf } from '../secrets.ts'
import { isWellFormedApiKey } from './api-key.ts'
import type { ApiKeyStore } from './api-key-store.ts'

/** The API keys of programs. */
export type ApiKeys = {
  /** The key, if it was looked up within the last half second. */
  peek(key: string): ApiKey | undefined
  /** True if the key was valid when it was last looked up here: it is not a guess. */
  wasValid(key: string): boolean
  /**
   * Undefined for a key that is mistyped, unknown, expired or revoked. Throws `Unavailable`, or the database's error,
   * within 2.5 s if the database does not answer.
   */
  find(key: string): Promise<ApiKey | undefined>
}

// A revoked key must be refused on every instance within a second, however long the last lookup took.
const TRUSTED_FOR_MS = 500
// An unknown key is not cached; only requests that arrive together share its lookup.
const SHARED_LOOKUP_MS = 1
const FIND_TIMEOUT_MS = 2500
const MARK_USED_EVERY_MS = 60_000
const MAX_KEYS = 10_000

/** Looks up a key in use at most twice a second, and records its use once a minute. */
export function createApiKeys({ store }: { store: ApiKeyStore }): ApiKeys {
  const lookups = new LRUCache<string, { key: ApiKey | undefined }>({
    max: MAX_KEYS,
    ttl: TRUSTED_FOR_MS,
    ttlResolution: 0,
    // Requests may still be waiting for an evicted lookup.
    ignoreFetchAbort: true,
    fetchMethod: async (keyHash, _stale, { options }) => {
      const askedAt = performance.now()
      const record = await withLookupDeadline(store.findActive(keyHash), {
        milliseconds: FIND_TIMEOUT_MS,
        message: 'API keys cannot be checked right now. Try again in a moment.',
      })
      if (record === undefined) {
        options.ttl = SHARED_LOOKUP_MS
        return { key: undefined }
      }
      // The result's age counts from the start of the query. A TTL of zero would never expire.
      options.ttl = Math.max(SHARED_LOOKUP_MS, TRUSTED_FOR_MS - (performance.now() - askedAt))
      const { id, name, scopes, writesPerMinute, readsPerMinute } = record
      return { key: { id, name, scopes, writesPerMinute, readsPerMinute } }
    },
  })
  const markUsed = createUseMarker(store)
  const valid = new LRUCache<string, true>({ max: MAX_KEYS })

  return {
    wasValid: (key) => valid.has(hashOf(key)),
    peek: (key) => {
      const found = lookups.get(hashOf(key))?.key
      if (found !== undefined) markUsed(found.id)
      return found
    },
    find: async (key) => {
      if (!isWellFormedApiKey(key)) return undefined
      const keyHash = hashOf(key)
      const found = await lookups.forceFetch(keyHash)
      if (found.key === undefined) valid.delete(keyHash)
      else {
        valid.set(keyHash, true)
        markUsed(found.key.id)
      }
      return found.key
    },
  }
}

function createUseMarker(store: ApiKeyStore): (id: number) => void {
  const markedAt = new LRUCache<number, number>({ max: MAX_KEYS })
  return (id) => {
    const now = performance.now()
    if (now - (markedAt.get(id) ?? Number.NEGATIVE_INFINITY) < MARK_USED_EVERY_MS) return
    markedAt.set(id, now)
    // Accurate to about a minute; if the write fails, the next use retries it.
    store.markUsed(id).catch(() => markedAt.delete(id))
  }
}
