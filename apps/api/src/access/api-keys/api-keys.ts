import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createCredentialLookup } from '../credential-lookup.ts'
import type { ApiKey } from '../identity.ts'
import { hashOf } from '../secrets.ts'
import type { ApiKeyStore } from './api-key-store.ts'

/** The API keys of programs. */
export type ApiKeys = ReturnType<typeof createApiKeys>

const KEY = /^tzr_[0-9a-f]{64}$/
const MARK_USED_EVERY_MS = 60_000
const MAX_KEYS = 10_000

/** Looks up a key in use every two seconds, and records its use once a minute. */
export function createApiKeys({ store }: { store: ApiKeyStore }) {
  const marked = new LRUCache<number, true>({ max: MAX_KEYS, ttl: MARK_USED_EVERY_MS })
  const lookup = createCredentialLookup<ApiKey>(
    store.findActive,
    'API keys cannot be checked right now. Try again in a moment.',
  )

  /** Accurate to about a minute; if the write fails, the next use retries it. */
  function markUsed({ id }: ApiKey): void {
    if (marked.has(id)) return
    marked.set(id, true)
    store.markUsed(id).catch(() => marked.delete(id))
  }

  return {
    /** True if the key was valid when it was last looked up here: it is not a guess. */
    wasValid: (key: string) => lookup.wasValid(hashOf(key)),
    /** The key, if it was looked up within the last two seconds. */
    peek: (key: string): ApiKey | undefined => {
      const found = lookup.peek(hashOf(key))
      if (found !== undefined) markUsed(found)
      return found
    },
    /** Undefined for a key that is unknown, expired or revoked. Throws as `CredentialLookup.find` does. */
    find: async (key: string): Promise<ApiKey | undefined> => {
      if (!KEY.test(key)) return undefined
      const found = await lookup.find(hashOf(key))
      if (found !== undefined) markUsed(found)
      return found
    },
  }
}

/** A new key: `tzr_` and 256 random bits in hexadecimal. The form lets secret scanners recognise a published key. */
export function createApiKey(): string {
  return `tzr_${randomBytes(32).toString('hex')}`
}
