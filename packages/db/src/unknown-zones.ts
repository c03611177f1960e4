import type { Database } from './database.ts'

/** How many records, of other programs or older tables, have a zone that `find` does not know. Reads the table once. */
export function countUnknownZones(
  database: Pick<Database, 'withConnection'>,
  find: (zone: string) => string | undefined,
): Promise<number> {
  return database.withConnection(async (query) => {
    const { rows } = await query('select timezone, count(*)::int as records from timezones group by timezone')
    const unknown = rows.filter(({ timezone }) => find(String(timezone)) === undefined)
    return unknown.reduce((sum, { records }) => sum + Number(records), 0)
  })
}
