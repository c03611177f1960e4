import { LRUCache } from 'lru-cache'
import { Unavailable } from '../errors.ts'
import { withDeadline } from '../limiter.ts'

/** Looks up sessions or keys by the hash of their secret. */
export type CredentialLookup<Found> = {
  /**
   * Requests that arrive together share a lookup. Throws `Unavailable`, or the database's error, within 2.5 s if the
   * database does not answer.
   */
  find(hash: string): Promise<Found | undefined>
  /** True if it was found when it was last looked up here: it is not a guess. */
  wasValid(hash: string): boolean
  /** Lets no later request share a lookup in flight, which may have read what has ended since. */
  invalidate(hash: string): void
}

const FIND_TIMEOUT_MS = 2500
const MAX_VALID = 10_000

/** `unavailable` is the message of the error when `lookUp` takes too long; the lookup itself continues. */
export function createCredentialLookup<Found>(
  lookUp: (hash: string) => Promise<Found | undefined>,
  unavailable: string,
): CredentialLookup<Found> {
  const tooLate = () => new Unavailable(unavailable, { retryAfterSeconds: 1 })
  const valid = new LRUCache<string, true>({ max: MAX_VALID })
  const inFlight = new Map<string, Promise<Found | undefined>>()

  async function findInTime(hash: string): Promise<Found | undefined> {
    const found = await withDeadline(FIND_TIMEOUT_MS, () => lookUp(hash), tooLate)
    if (found === undefined) valid.delete(hash)
    else valid.set(hash, true)
    return found
  }

  return {
    find: (hash) => {
      const shared = inFlight.get(hash)
      if (shared !== undefined) return shared
      const found = findInTime(hash).finally(() => {
        if (inFlight.get(hash) === found) inFlight.delete(hash)
      })
      inFlight.set(hash, found)
      return found
    },
    wasValid: (hash) => valid.has(hash),
    invalidate: (hash) => void inFlight.delete(hash),
  }
}
