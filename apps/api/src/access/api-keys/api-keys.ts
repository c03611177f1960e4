import { type CredentialLookup, createCredentialLookup } from '../credential-lookup.ts'
import type { ApiKey } from '../identity.ts'
import type { ApiKeyStore } from './api-key-store.ts'

/** The API keys of programs. */
export type ApiKeys = CredentialLookup<ApiKey>

const MARK_USED_EVERY_MS = 60_000

/** Looks up a key in use every two seconds, and records its use once a minute. */
export function createApiKeys({ findActive, markUsed }: ApiKeyStore): ApiKeys {
  return createCredentialLookup<ApiKey>({
    form: /^tzr_[0-9a-f]{64}$/,
    lookUp: async (hash) => {
      const key = await findActive(hash)
      // If it fails, a later lookup retries it.
      if (key && Date.now() - Number(key.lastUsedAt) > MARK_USED_EVERY_MS) markUsed(key.id).catch(() => {})
      return key
    },
  })
}
