import { LRUCache } from 'lru-cache'
import { withDeadline } from '../deadline.ts'
import { Unavailable } from '../errors.ts'

/** Looks up sessions or keys by the hash of their secret, and trusts what it found for two seconds. */
export type CredentialLookup<Found> = {
  /** What is trusted now, or was found within the given time. */
  peek(hash: string, milliseconds?: number): Found | undefined
  /**
   * What is trusted, or a lookup, which requests that arrive together share. Throws `Unavailable`, or the database's
   * error, within 2.5 s if the database does not answer.
   */
  find(hash: string): Promise<Found | undefined>
  /** True if it was found when it was last looked up here: it is not a guess. */
  wasValid(hash: string): boolean
  /** Makes every later request look it up: what is trusted, or a lookup in flight has read, may have ended since. */
  invalidate(hash: string): void
}

// What has ended is refused on every instance within this time, however long the last lookup took.
const TRUSTED_FOR_MS = 2000
const FIND_TIMEOUT_MS = 2500
const MAX_VALID = 10_000

/** `unavailable` is the message of the error when `lookUp` takes too long; the lookup itself continues. */
export function createCredentialLookup<Found extends object>(
  lookUp: (hash: string) => Promise<Found | undefined>,
  unavailable: string,
): CredentialLookup<Found> {
  const tooLate = () => new Unavailable(unavailable)
  // What was valid when it was last looked up.
  const known = new LRUCache<string, { found: Found; startedAt: number }>({ max: MAX_VALID })
  const inFlight = new Map<string, Promise<Found | undefined>>()

  async function findInTime(hash: string, isCurrent: () => boolean): Promise<Found | undefined> {
    // Its age counts from the start of the query.
    const startedAt = performance.now()
    const found = await withDeadline(FIND_TIMEOUT_MS, () => lookUp(hash), tooLate)
    if (found === undefined) known.delete(hash)
    else known.set(hash, { found, startedAt: isCurrent() ? startedAt : Number.NEGATIVE_INFINITY })
    return found
  }

  function peek(hash: string, milliseconds = TRUSTED_FOR_MS): Found | undefined {
    const entry = known.get(hash)
    return entry && performance.now() - entry.startedAt < milliseconds ? entry.found : undefined
  }

  return {
    peek,
    find: async (hash) => {
      const trusted = peek(hash) ?? inFlight.get(hash)
      if (trusted !== undefined) return trusted
      const isCurrent = () => inFlight.get(hash) === found
      const found: Promise<Found | undefined> = findInTime(hash, isCurrent).finally(() => {
        if (isCurrent()) inFlight.delete(hash)
      })
      inFlight.set(hash, found)
      return found
    },
    wasValid: (hash) => known.has(hash),
    invalidate: (hash) => {
      inFlight.delete(hash)
      const entry = known.peek(hash)
      if (entry !== undefined) entry.startedAt = Number.NEGATIVE_INFINITY
    },
  }
}
