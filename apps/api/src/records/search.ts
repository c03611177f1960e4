import { MAX_SEARCH_RESULTS } from '@timezone-registry/contract'
import type { Database } from '@timezone-registry/db'
import { isPublic, recordColumns, searchOrder, timezones } from '@timezone-registry/db/record-tables'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { sql } from 'drizzle-orm'
import type { RouteHandlers } from '../http/endpoints.ts'
import { createSemaphore } from '../semaphore.ts'
import type { TimezoneRecord } from './record.ts'

type SearchRoutesOptions = { findByName: FindByName; zoneNames: ZoneNames }

/** The route that finds users by the beginning of their name. */
export function createSearchRoutes({
  findByName,
  zoneNames,
}: SearchRoutesOptions): RouteHandlers<'searchUsers'> {
  return {
    searchUsers: async ({ query: { name, limit = MAX_SEARCH_RESULTS } }) => {
      const records = await findByName(name, limit)
      const users = records.map(({ userId, username, timezone }) => ({
        id: userId,
        username,
        timezone,
        canonical: zoneNames.canonicalOf(timezone),
      }))
      return { status: 200, body: { users } }
    },
  }
}

// No key contains Unicode's last character, so this range holds exactly the keys that begin with the given one.
const LAST_CHARACTER = sql.raw('chr(1114111)')

/** Up to `limit` public records whose name begins with `name`, without regard to case and accents, by name and then by id. */
type FindByName = (name: string, limit: number) => Promise<TimezoneRecord[]>

/** Prepares the search by name, a range of index keys: `like` would not use the index in a prepared statement. */
export function createFindByName({ drizzle }: Database): FindByName {
  const given = sql`timezone_search_key(${sql.placeholder('name')})`
  const { key, id } = searchOrder
  const find = drizzle
    .select(recordColumns)
    .from(timezones)
    .where(sql`${isPublic} and ${key} >= ${given} and ${key} < ${given} || ${LAST_CHARACTER}`)
    .orderBy(key, id)
    .limit(sql.placeholder('limit'))
    .prepare('search_timezones')
  return (name, limit) => find.execute({ name, limit })
}

/** At most four use the database at the same time, so that slow ones leave connections for everything else. */
export function boundSearches(find: FindByName, { atOnce = 4, timeoutMs = 1000 } = {}): FindByName {
  const { run } = createSemaphore({ atOnce, timeoutMs })
  return (...given) => run(() => find(...given))
}
