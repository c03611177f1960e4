import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Query } from './database.ts'

/** The folder of this package's migrations, with drizzle-kit's journal. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

// An arbitrary constant, shared by processes that start together.
const ADVISORY_LOCK = 7_419_046_201
// PostgreSQL shows the two halves of the key.
const END_LOCK_HOLDER = `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and locktype = 'advisory' and classid = ${Math.floor(ADVISORY_LOCK / 2 ** 32)} and objid = ${ADVISORY_LOCK % 2 ** 32} and granted`

/** Thrown if the schema is not what this build needs and cannot be migrated to it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type Migration = ReturnType<typeof readMigrations>[number]

/** The migrations of drizzle-kit's journal, in order. */
export function readMigrations(folder: string) {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(`${folder}/meta/_journal.json`, 'utf8'),
  )
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash }, index) => ({
    name: journal.entries[index]?.tag ?? `number ${index}`,
    hash,
  }))
}

/** The migrations after those with these hashes. Throws `MigrationError` if these are not the first of them. */
export function findMissing(migrations: Migration[], appliedHashes: string[]): Migration[] {
  for (const [index, { name, hash }] of migrations.slice(0, appliedHashes.length).entries())
    if (hash !== appliedHashes[index])
      throw new MigrationError(
        `This database was made by a development version with another ${name}, and cannot be migrated. Export it with that version ("registry export"), and import the file with this one into an empty database ("registry import").`,
      )
  // A database with more migrations was migrated by a newer build; older builds can still use it.
  return migrations.slice(appliedHashes.length)
}

/** Thrown while another process is migrating the same database. */
export class MigrationRunningError extends MigrationError {
  constructor() {
    super(
      `Another process is still migrating the database. Wait for it, or end its session: ${END_LOCK_HOLDER}`,
    )
  }
}

/** Until the transaction ends: a session lock would stay on a pooler's connection. Throws `MigrationRunningError`. */
export async function takeMigrationLock(query: Query): Promise<void> {
  // The role may have timeouts that suit the service's short statements and transactions.
  await query('set local statement_timeout = 0')
  await query('set local idle_in_transaction_session_timeout = 0')
  // Rolls back when this process ends, even in the middle of a statement.
  await query("set local client_connection_check_interval = '1s'")
  const { rows } = await query(`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as is_mine`)
  if (rows[0]?.is_mine !== true) throw new MigrationRunningError()
}
