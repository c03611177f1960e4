import type pg from 'pg'

// Other versions of the schema may lack some of these.
const TABLES = ['timezones', 'timezone_tombstones']

/** Empties every table that holds records or their changes, then inserts `records` users with the ids 1, 2, 3, … */
export async function fillTable(database: pg.Client, records: number): Promise<void> {
  const { rows } = await database.query(
    "select string_agg(tablename, ', ') as tables from pg_tables where schemaname = 'public' and tablename = any($1)",
    [TABLES],
  )
  await database.query(`truncate ${rows[0].tables}`)
  await addRecords(database, { from: 1, to: records })
}

/** Inserts users with the ids `from` to `to`, then vacuums and analyses as autovacuum would in time. */
export async function addRecords(
  database: pg.Client,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await database.query(
    `insert into timezones (user_id, username, timezone)
     select n::text, 'user name ' || n, 'Europe/Berlin' from generate_series(${from}, ${to}) n`,
  )
  await database.query('vacuum analyze')
}
