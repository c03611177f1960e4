import type { Database } from './database.ts'

const LISTED = 10

/**
 * How many records, of other programs or older tables, have a zone that `find` does not know, and the first ones by user
 * id. Reads the table once.
 */
export function findUnknownZones(
  database: Pick<Database, 'withConnection'>,
  find: (zone: string) => string | undefined,
) {
  return database.withConnection(async (query) => {
    const used = await query('select timezone, count(*)::int as records from timezones group by timezone')
    const unknown = used.rows.filter(({ timezone }) => find(String(timezone)) === undefined)
    if (unknown.length === 0) return { count: 0, first: [] }
    const { rows } = await query(
      `select user_id, timezone from timezones
        where timezone in (select json_array_elements_text($1::json)) order by user_id limit ${LISTED}`,
      [JSON.stringify(unknown.map(({ timezone }) => timezone))],
    )
    return {
      count: unknown.reduce((sum, { records }) => sum + Number(records), 0),
      first: rows.map((row) => ({ userId: String(row.user_id), timezone: String(row.timezone) })),
    }
  })
}
