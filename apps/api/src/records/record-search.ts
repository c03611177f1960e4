import { Overloaded } from '../errors.ts'
import { createTurns } from '../limits/turns.ts'
import type { Reads } from './replica-reads.ts'

/** Searches for users by the beginning of their name. */
export type RecordSearch = {
  /** Ordered by name, then by id. Rejects with `Overloaded` if earlier searches take longer than a second. */
  find: Reads['findByName']
}

/**
 * At most `maxSearches` use the database at the same time, so that slow searches leave connections for everything else.
 */
export function createRecordSearch({
  findByName,
  maxSearches = 4,
  patienceMilliseconds = 1000,
}: {
  findByName: Reads['findByName']
  maxSearches?: number
  patienceMilliseconds?: number
}): RecordSearch {
  const searches = createTurns({ atOnce: maxSearches, patienceMilliseconds })
  return {
    find: async (...given) => {
      await searches.next().catch(refuse)
      return Promise.try(findByName, ...given).finally(searches.end)
    },
  }
}

function refuse(cause: unknown): never {
  throw new Overloaded('Too many searches are waiting. Try again in a moment.', {
    retryAfterSeconds: 1,
    cause,
  })
}
