import { setTimeout as sleep } from 'node:timers/promises'
import type { Query } from './database.ts'
import { MigrationError } from './migration-files.ts'

export type MigrationLockOptions = {
  /** How long to wait for another process that is migrating the same database. */
  waitSeconds?: number
  /** Called with a sentence for the log if it has to wait. */
  onWaiting?: (reason: string) => void
}

// An arbitrary constant, shared by processes that start together.
const ADVISORY_LOCK = 7_419_046_201
const RETRY_MILLISECONDS = 200
// PostgreSQL shows the two halves of the key.
const END_LOCK_HOLDER = `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and locktype = 'advisory' and classid = ${Math.floor(ADVISORY_LOCK / 2 ** 32)} and objid = ${ADVISORY_LOCK % 2 ** 32} and granted`

/**
 * Locks out other migrations until the transaction ends; a session lock would remain on a pooler's connection. Throws
 * `MigrationError` if another process does not finish in `waitSeconds`.
 */
export async function takeMigrationLock(
  query: Query,
  { waitSeconds = 60, onWaiting }: MigrationLockOptions,
): Promise<void> {
  // The role may have timeouts that suit the service's short statements and transactions.
  await query('set local statement_timeout = 0')
  await query('set local idle_in_transaction_session_timeout = 0')
  if (await tryLock(query)) return
  onWaiting?.(`Another process is migrating the database. Waiting up to ${waitSeconds} s for it`)
  const deadline = performance.now() + waitSeconds * 1000
  // Polled, because a waiting statement keeps its snapshot, and a concurrent index build waits for all snapshots.
  while (performance.now() < deadline) {
    await sleep(RETRY_MILLISECONDS)
    if (await tryLock(query)) return
  }
  throw new MigrationError(
    `Another process has been migrating the database for more than ${waitSeconds} s. Wait for it, or end its session: ${END_LOCK_HOLDER}`,
  )
}

async function tryLock(query: Query): Promise<boolean> {
  // Without a parameter: a statement with one keeps its snapshot until the next statement of the transaction.
  const { rows } = await query(`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as is_mine`)
  return rows[0]?.is_mine === true
}
