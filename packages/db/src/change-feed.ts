import type { Database } from './database.ts'

/**
 * Starts a new incarnation of the change feed if the database was restored or its server promoted, so that every
 * earlier cursor is refused. Also drops the previous version's log a day after the upgrade. Otherwise changes nothing.
 * Call it at every start. Rejects if writers hold the table for more than 10 s.
 */
export async function settleChangeFeed(database: Database): Promise<void> {
  await database.withConnection(async (query) => {
    for (const step of ['select settle_timezone_feed()', 'select retire_timezone_log()']) {
      await query('begin')
      // Local to the transaction, as a pooler in transaction mode requires.
      await query("set local lock_timeout = '10s'")
      await query("set local statement_timeout = '60s'")
      await query(step)
      await query('commit')
    }
  })
}
