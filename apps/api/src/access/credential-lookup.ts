import { LRUCache } from 'lru-cache'
import { withDeadline } from '../deadline.ts'
import { hashOf } from './secrets.ts'

/**
 * Looks up sessions or keys by the hash of their secret, and trusts what it found for two seconds. A write that checks by
 * itself that its session has not ended recalls what was found within the last minute.
 */
export type CredentialLookup<Found> = {
  /** What was found within the last two seconds. */
  peek(secret: string): Found | undefined
  /** What was found within the last minute, or the lookup's `recallMs`. */
  recall(secret: string): Found | undefined
  /** What is trusted, or a lookup that concurrent requests share. Rejects within 2.5 s if the database does not answer. */
  find(secret: string): Promise<Found | undefined>
  /** True if it was found when it was last looked up here: it is not a guess. */
  wasValid(secret: string): boolean
  /** Makes every later request look it up: what is trusted, or a lookup in flight has read, may have ended since. */
  invalidate(hash: string): void
}

type CredentialLookupOptions<Found> = {
  /** A text of another form is no secret, and is not looked up. */
  form: RegExp
  lookUp: (hash: string) => Promise<Found | undefined>
  recallMs?: number
}

// What has ended is refused on every instance within this time, however long the last lookup took.
const TRUSTED_FOR_MS = 2000
const MAX_RECALL_MS = 60_000
const FIND_TIMEOUT_MS = 2500
const MAX_VALID = 10_000

export function createCredentialLookup<Found extends object>({
  form,
  lookUp,
  recallMs = MAX_RECALL_MS,
}: CredentialLookupOptions<Found>): CredentialLookup<Found> {
  // What was valid when it was last looked up.
  const known = new LRUCache<string, { found: Found; startedAt: number }>({ max: MAX_VALID })
  const inFlight = new Map<string, Promise<Found | undefined>>()

  async function findInTime(hash: string, isCurrent: () => boolean): Promise<Found | undefined> {
    // Its age counts from the start of the query.
    const startedAt = performance.now()
    const found = await withDeadline(FIND_TIMEOUT_MS, () => lookUp(hash))
    if (found === undefined) known.delete(hash)
    else known.set(hash, { found, startedAt: isCurrent() ? startedAt : Number.NEGATIVE_INFINITY })
    return found
  }

  function findWithin(milliseconds: number, hash: string): Found | undefined {
    const entry = known.get(hash)
    return entry && performance.now() - entry.startedAt < milliseconds ? entry.found : undefined
  }

  return {
    peek: (secret) => findWithin(TRUSTED_FOR_MS, hashOf(secret)),
    recall: (secret) => findWithin(Math.min(recallMs, MAX_RECALL_MS), hashOf(secret)),
    find: async (secret) => {
      if (!form.test(secret)) return undefined
      const hash = hashOf(secret)
      const trusted = findWithin(TRUSTED_FOR_MS, hash) ?? inFlight.get(hash)
      if (trusted !== undefined) return trusted
      const isCurrent = () => inFlight.get(hash) === found
      const found: Promise<Found | undefined> = findInTime(hash, isCurrent).finally(() => {
        if (isCurrent()) inFlight.delete(hash)
      })
      inFlight.set(hash, found)
      return found
    },
    wasValid: (secret) => known.has(hashOf(secret)),
    invalidate: (hash) => {
      inFlight.delete(hash)
      const entry = known.peek(hash)
      if (entry !== undefined) entry.startedAt = Number.NEGATIVE_INFINITY
    },
  }
}
