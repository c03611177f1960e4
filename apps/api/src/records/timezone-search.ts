import { Overloaded } from '../errors.ts'
import type { FindByName } from './search-queries.ts'
import { createTurns } from './turns.ts'

/** Searches for users by the beginning of their name. */
export type TimezoneSearch = {
  /** Ordered by name, then by id. Rejects with `Overloaded` if earlier searches take longer than a second. */
  find: FindByName
}

/**
 * At most `maxSearches` use the database at the same time, so that slow searches leave connections for everything else.
 */
export function createTimezoneSearch({
  findByName,
  maxSearches = 4,
  patienceMilliseconds = 1000,
}: {
  findByName: FindByName
  maxSearches?: number
  patienceMilliseconds?: number
}): TimezoneSearch {
  const searches = createTurns({ atOnce: maxSearches, patienceMilliseconds })
  return {
    find: async (name, limit) => {
      const leave = await searches.take().catch(refuse)
      try {
        return await findByName(name, limit)
      } finally {
        leave()
      }
    },
  }
}

function refuse(cause: unknown): never {
  throw new Overloaded('Too many searches are waiting. Try again in a moment.', {
    retryAfterSeconds: 1,
    cause,
  })
}
