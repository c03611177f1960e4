import { LRUCache } from 'lru-cache'
import { createCredentialLookup } from '../credential-lookup.ts'
import type { ApiKey } from '../identity.ts'
import { hashOf } from '../secrets.ts'
import { isWellFormedApiKey } from './api-key.ts'
import type { ApiKeyStore } from './api-key-store.ts'

/** The API keys of programs. */
export type ApiKeys = {
  /** The key, if it was looked up within the last half second. */
  peek(key: string): ApiKey | undefined
  /** True if the key was valid when it was last looked up here: it is not a guess. */
  wasValid(key: string): boolean
  /** Undefined for a key that is mistyped, unknown, expired or revoked. Throws as `CredentialLookup.find` does. */
  find(key: string): Promise<ApiKey | undefined>
}

// A revoked key must be refused on every instance within a second, however long the last lookup took.
const TRUSTED_FOR_MS = 500
const MARK_USED_EVERY_MS = 60_000
const MAX_KEYS = 10_000

/** Looks up a key in use at most twice a second, and records its use once a minute. */
export function createApiKeys({ store }: { store: ApiKeyStore }): ApiKeys {
  const trusted = new LRUCache<string, ApiKey>({ max: MAX_KEYS, ttl: TRUSTED_FOR_MS, ttlResolution: 0 })
  const marked = new LRUCache<number, true>({ max: MAX_KEYS, ttl: MARK_USED_EVERY_MS })
  const lookup = createCredentialLookup(async (keyHash) => {
    // A key's age counts from the start of the query.
    const start = performance.now()
    const record = await store.findActive(keyHash)
    if (record === undefined) return undefined
    const { id, name, scopes, writesPerMinute, readsPerMinute } = record
    const key = { id, name, scopes, writesPerMinute, readsPerMinute }
    trusted.set(keyHash, key, { start })
    return key
  }, 'API keys cannot be checked right now. Try again in a moment.')

  /** Accurate to about a minute; if the write fails, the next use retries it. */
  function markUsed({ id }: ApiKey): void {
    if (marked.has(id)) return
    marked.set(id, true)
    store.markUsed(id).catch(() => marked.delete(id))
  }

  return {
    wasValid: (key) => lookup.wasValid(hashOf(key)),
    peek: (key) => {
      const found = trusted.get(hashOf(key))
      if (found !== undefined) markUsed(found)
      return found
    },
    find: async (key) => {
      if (!isWellFormedApiKey(key)) return undefined
      const found = await lookup.find(hashOf(key))
      if (found !== undefined) markUsed(found)
      return found
    },
  }
}
