import type { Database } from './database.ts'

/**
 * Keeps the change log's order rising after a dump was restored into a server whose transaction numbers are lower: from
 * then on they count from the log's end. Does nothing otherwise. To be called at each start.
 */
export async function settleChangeLog(database: Database): Promise<void> {
  await database.withConnection((query) =>
    query(`
      update timezone_change_log set ord_offset = newest.ord
      from (select coalesce(max(ord), 0) as ord from timezone_changes) as newest
      where newest.ord >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ord_offset`),
  )
}
