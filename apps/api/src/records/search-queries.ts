import type { Database } from '@timezone-registry/db'
import { isPublic, recordColumns, searchOrder, timezones } from '@timezone-registry/db/record-tables'
import { sql } from 'drizzle-orm'
import type { TimezoneRecord } from './record.ts'

// No key contains Unicode's last character, so this range holds exactly the keys that begin with the given one.
const LAST_CHARACTER = sql.raw('chr(1114111)')

/** Up to `limit` public records whose name begins with `name`, without regard to case and accents, by name and then by id. */
export type FindByName = (name: string, limit: number) => Promise<TimezoneRecord[]>

/** Prepares the search by name, a range of index keys: `like` would not use the index in a prepared statement. */
export function createFindByName({ drizzle }: Pick<Database, 'drizzle'>): FindByName {
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
