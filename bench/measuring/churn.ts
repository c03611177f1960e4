import pg from 'pg'

const WRITERS = 2
const BATCH = 1000
// The same changes with less I/O: each page is written to the WAL once a checkpoint at most, and checkpoints are rare.
const WRITES_LESS = ['synchronous_commit = off', 'full_page_writes = off', "max_wal_size = '8GB'"]

/** Bytes of the table of records and of its indexes, and what autovacuum has done and left. */
export type TableSize = { heap: number; indexes: number; dead: number; vacuums: number }

/**
 * Changes randomly chosen users with the ids 1 to `records`, `changes` times in all, while autovacuum works with its
 * default settings. Only the server's I/O settings differ, and are restored afterwards.
 */
export async function changeRecords(
  url: string,
  { records, changes }: { records: number; changes: number },
): Promise<void> {
  const database = new pg.Client(url)
  await database.connect()
  for (const setting of WRITES_LESS) await database.query(`alter system set ${setting}`)
  await database.query('select pg_reload_conf()')
  let left = changes / BATCH
  const write = async () => {
    const writer = new pg.Client(url)
    await writer.connect()
    while (left-- > 0) await writer.query(UPDATE, [records, BATCH])
    await writer.end()
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await database.query('alter system reset all')
  await database.query('select pg_reload_conf()')
  await database.end()
}

// In the order of the ids, so that two writers do not deadlock.
const UPDATE = `
  with chosen as (
    select distinct (1 + floor(random() * $1))::bigint::text as user_id from generate_series(1, $2::int)
  ), locked as (
    select user_id from timezones where user_id in (select user_id from chosen) order by user_id for update
  )
  update timezones set timezone = 'America/New_York', updated_at = now() from locked
  where timezones.user_id = locked.user_id`

/** What the table of records takes on disk now. */
export async function readTableSize(database: pg.Client): Promise<TableSize> {
  const { rows } = await database.query(
    `select pg_table_size(relid) as heap, pg_indexes_size(relid) as indexes, n_dead_tup as dead,
       autovacuum_count as vacuums
     from pg_stat_user_tables where relname = 'timezones'`,
  )
  const [{ heap, indexes, dead, vacuums }] = rows
  return { heap: Number(heap), indexes: Number(indexes), dead: Number(dead), vacuums: Number(vacuums) }
}
