import type { Query } from './database.ts'
import { MigrationError } from './migration-files.ts'

// An arbitrary constant, shared by processes that start together.
const ADVISORY_LOCK = 7_419_046_201
// PostgreSQL shows the two halves of the key.
const END_LOCK_HOLDER = `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and locktype = 'advisory' and classid = ${Math.floor(ADVISORY_LOCK / 2 ** 32)} and objid = ${ADVISORY_LOCK % 2 ** 32} and granted`

/** Thrown while another process is migrating the same database. */
export class MigrationRunningError extends MigrationError {
  constructor() {
    super(
      `Another process is still migrating the database. Wait for it, or end its session: ${END_LOCK_HOLDER}`,
    )
  }
}

/**
 * Locks out other migrations until the transaction ends; a session lock would remain on a pooler's connection. Throws
 * `MigrationRunningError` if another process holds the lock. Its transaction must then end before the next try: a
 * concurrent index build, perhaps the lock holder's, waits for every transaction that had a snapshot when it looked.
 */
export async function takeMigrationLock(query: Query): Promise<void> {
  // The role may have timeouts that suit the service's short statements and transactions.
  await query('set local statement_timeout = 0')
  await query('set local idle_in_transaction_session_timeout = 0')
  const { rows } = await query(`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as is_mine`)
  if (rows[0]?.is_mine !== true) throw new MigrationRunningError()
}
