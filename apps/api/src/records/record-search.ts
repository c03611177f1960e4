import { Overloaded } from '../errors.ts'
import { limit } from '../limiter.ts'
import type { FindByName } from './search-queries.ts'

/**
 * At most `maxSearches` use the database at the same time, so that slow searches leave connections for everything else.
 * Rejects with `Overloaded` if earlier ones take longer than a second.
 */
export function createRecordSearch({
  findByName,
  maxSearches = 4,
  timeoutMs = 1000,
}: {
  findByName: FindByName
  maxSearches?: number
  timeoutMs?: number
}): FindByName {
  const searches = limit({ atOnce: maxSearches, timeoutMs, tooMany })
  return (...given) => searches.run(() => findByName(...given))
}

function tooMany(): Error {
  return new Overloaded('Too many searches are waiting. Try again in a moment.', { retryAfterSeconds: 1 })
}
