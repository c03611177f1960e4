import type { Database } from './database.ts'
import { inLockingTransaction, type LockingOptions } from './transaction.ts'

const WAIT_SECONDS = 10

/**
 * Starts a new incarnation of the change feed if the database was restored or its server promoted, so that every
 * earlier cursor is refused. Otherwise changes nothing. Call it at every start. Rejects if other transactions keep it
 * from settling the feed for more than `waitSeconds`, which is 10 by default.
 */
export async function settleChangeFeed(
  { withConnection }: Pick<Database, 'withConnection'>,
  options: Partial<LockingOptions> = {},
): Promise<void> {
  await withConnection((query) => {
    const run = async () => {
      await query("set local statement_timeout = '60s'")
      await query('select settle_timezone_feed()')
    }
    return inLockingTransaction(query, run, { waitSeconds: WAIT_SECONDS, ...options })
  })
}
