import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { migrate } from 'drizzle-orm/pg-proxy/migrator'
import type { Database, Query } from './database.ts'
import { MigrationError, MigrationRunningError, messageOf } from './database-error.ts'
import { inLockingTransaction, type LockingOptions } from './transaction.ts'

type MigrateOptions = Partial<LockingOptions> & {
  /** The folder with drizzle-kit's journal; this package's own by default. */
  folder?: string
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

// An arbitrary constant, shared by processes that start together.
const ADVISORY_LOCK = 7_419_046_201
// PostgreSQL shows the two halves of the key.
const END_LOCK_HOLDER = `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and locktype = 'advisory' and classid = ${Math.floor(ADVISORY_LOCK / 2 ** 32)} and objid = ${ADVISORY_LOCK % 2 ** 32} and granted`
// Building an index of a hundred million records takes minutes.
const STATEMENT_SECONDS = 3600
const WAIT_SECONDS = 60

/**
 * Applies the missing migrations in one transaction and resolves to their names. Throws `MigrationError` with the name
 * of the migration that failed, or if another process does not finish in `waitSeconds`, or if other transactions hold
 * locks on the tables for as long.
 *
 * Drizzle's own migrator takes no lock, and does not notice that an applied file is another one.
 */
export function migrateToLatest(
  database: Database,
  { folder = MIGRATIONS, waitSeconds = WAIT_SECONDS, onWaiting, signal }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  return database.withConnection(
    (query) => {
      const run = async () => {
        await takeMigrationLock(query)
        const missing = findMissing(migrations, await findAppliedHashes(query))
        if (missing.length > 0) await apply(query, { missing, folder })
        return missing.map(({ name }) => name)
      }
      return inLockingTransaction(query, run, { waitSeconds, onWaiting, signal })
    },
    { statementSeconds: STATEMENT_SECONDS },
  )
}

/** The names of this build's migrations that have not been applied. Throws `MigrationError` if others have been. */
export function findMissingMigrations(
  database: Database,
  { folder = MIGRATIONS }: Pick<MigrateOptions, 'folder'> = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  return database.withConnection(async (query) =>
    findMissing(migrations, await findAppliedHashes(query)).map(({ name }) => name),
  )
}

/** Throws `MigrationError` if a migration of this build has not been applied; changes nothing. */
export async function assertMigrated(
  database: Database,
  options: Pick<MigrateOptions, 'folder'> = {},
): Promise<void> {
  const missing = await findMissingMigrations(database, options)
  if (missing.length > 0)
    throw new MigrationError(
      `The database lacks ${missing.join(', ')}. Run "registry migrate", or start with MIGRATE=auto.`,
    )
}

async function findAppliedHashes(query: Query): Promise<string[]> {
  const { rows } = await query("select to_regclass('drizzle.__drizzle_migrations') is not null as exists_")
  if (rows[0]?.exists_ !== true) return []
  const applied = await query('select hash from drizzle.__drizzle_migrations order by created_at, id')
  return applied.rows.map(({ hash }) => String(hash))
}

/** Runs what Drizzle's migrator finds missing: each migration's statements and, last, the one that records its hash. */
async function apply(
  query: Query,
  { missing, folder }: { missing: Migration[]; folder: string },
): Promise<void> {
  const proxy = drizzle(query)
  const run = async (statements: string[]) => {
    const unfinished = [...missing]
    for (const statement of statements) {
      const [current] = unfinished
      try {
        await query(statement)
      } catch (cause) {
        const message = `Migration ${current?.name} failed: ${messageOf(cause)}. Nothing was changed.`
        throw new MigrationError(message, { cause })
      }
      if (current !== undefined && statement.includes(current.hash)) unfinished.shift()
    }
  }
  await migrate(proxy, run, { migrationsFolder: folder })
}

type Migration = ReturnType<typeof readMigrations>[number]

/** The migrations of drizzle-kit's journal, in order. */
function readMigrations(folder: string) {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(`${folder}/meta/_journal.json`, 'utf8'),
  )
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash }, index) => ({
    name: journal.entries[index]?.tag ?? `number ${index}`,
    hash,
  }))
}

/** The migrations after those with these hashes. Throws `MigrationError` if these are not the first of them. */
function findMissing(migrations: Migration[], appliedHashes: string[]): Migration[] {
  for (const [index, { name, hash }] of migrations.slice(0, appliedHashes.length).entries())
    if (hash !== appliedHashes[index])
      throw new MigrationError(
        `This database was made by a development version with another ${name}, and cannot be migrated. Export it with that version ("registry export"), and import the file with this one into an empty database ("registry import").`,
      )
  // A database with more migrations was migrated by a newer build; older builds can still use it.
  return migrations.slice(appliedHashes.length)
}

/** Until the transaction ends: a session lock would stay on a pooler's connection. Throws `MigrationRunningError`. */
async function takeMigrationLock(query: Query): Promise<void> {
  // The role may have timeouts that suit the service's short statements and transactions.
  await query('set local statement_timeout = 0')
  await query('set local idle_in_transaction_session_timeout = 0')
  // Rolls back when this process ends, even in the middle of a statement.
  await query("set local client_connection_check_interval = '1s'")
  const { rows } = await query(`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as is_mine`)
  if (rows[0]?.is_mine !== true)
    throw new MigrationRunningError(
      `Another process is still migrating the database. Wait for it, or end its session: ${END_LOCK_HOLDER}`,
    )
}
