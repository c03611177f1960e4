import type { Database } from './database.ts'
import { inLockingTransaction, type LockingOptions } from './transaction.ts'

const WAIT_SECONDS = 10

/**
 * Starts a new incarnation of the change feed if the database was restored or its server promoted, so that every
 * earlier cursor is refused. Otherwise changes nothing. Call it at every start; calls at the same time share one attempt. Rejects if other transactions keep it from settling
 * the feed for more than `waitSeconds`, which is 10 by default.
 */
export function settleChangeFeed(
  database: Pick<Database, 'withConnection'>,
  options: Partial<LockingOptions> = {},
): Promise<void> {
  const started = () => settle(database, options).finally(() => inProgress.delete(database))
  const current = inProgress.get(database) ?? started()
  inProgress.set(database, current)
  return current
}

const inProgress = new WeakMap<object, Promise<void>>()

async function settle(
  { withConnection }: Pick<Database, 'withConnection'>,
  options: Partial<LockingOptions>,
): Promise<void> {
  await withConnection((query) => {
    const run = async () => {
      await query("set local statement_timeout = '60s'")
      await query('select settle_timezone_feed()')
    }
    return inLockingTransaction(query, run, { waitSeconds: WAIT_SECONDS, ...options })
  })
}
