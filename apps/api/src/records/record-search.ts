import { Overloaded } from '../errors.ts'
import { limit } from '../limiter.ts'
import type { FindByName } from './search-queries.ts'

/** Searches for users by the beginning of their name. */
export type RecordSearch = {
  /** Ordered by name, then by id. Rejects with `Overloaded` if earlier searches take longer than a second. */
  find: FindByName
}

/**
 * At most `maxSearches` use the database at the same time, so that slow searches leave connections for everything else.
 */
export function createRecordSearch({
  findByName,
  maxSearches = 4,
  timeoutMs = 1000,
}: {
  findByName: FindByName
  maxSearches?: number
  timeoutMs?: number
}): RecordSearch {
  const searches = limit({ atOnce: maxSearches, timeoutMs, tooMany })
  return { find: (...given) => searches.run(() => findByName(...given)) }
}

function tooMany(): Error {
  return new Overloaded('Too many searches are waiting. Try again in a moment.', { retryAfterSeconds: 1 })
}
