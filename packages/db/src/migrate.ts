import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database, Query } from './database.ts'
import { inTransaction } from './transaction.ts'

/** Thrown when the schema is not, and cannot be brought to, what this build needs. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type MigrateOptions = {
  /** The folder with drizzle-kit's journal; that of this package by default. */
  folder?: string
  /** How long to wait for another process that is migrating the same database. */
  waitSeconds?: number
  /** Called with a sentence for the log when it has to wait. */
  onWaiting?: (reason: string) => void
}

type Migration = { name: string; statements: string[]; hash: string; createdAt: number }

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
// An arbitrary constant: processes that start together take turns with it.
const ADVISORY_LOCK = 7_419_046_201
const LOCK_NOT_AVAILABLE = '55P03'
// PostgreSQL shows the two halves of the key.
const END_LOCK_HOLDER = `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database where datname = current_database() and locktype = 'advisory' and classid = ${Math.floor(ADVISORY_LOCK / 2 ** 32)} and objid = ${ADVISORY_LOCK % 2 ** 32} and granted`

/**
 * Applies the missing migrations, all in one transaction or none, and resolves to their names. Throws `MigrationError`
 * with the migration's name, leaving the database unchanged, or when another process does not finish in `waitSeconds`.
 *
 * Drizzle's own migrator takes no lock, skips a migration older than the last applied one and does not notice an edited
 * file. The table of applied migrations is drizzle's, so its tools still work.
 */
export function migrateToLatest(
  database: Database,
  { folder = MIGRATIONS, ...options }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  return database.withConnection((query) =>
    inTransaction(query, async () => {
      await takeLock(query, options)
      const missing = findMissing(migrations, await findAppliedHashes(query))
      if (missing.length > 0) await apply(query, missing)
      return missing.map(({ name }) => name)
    }),
  )
}

/** Throws `MigrationError` when a migration of this build is not applied; changes nothing. */
export function assertMigrated(
  database: Database,
  { folder = MIGRATIONS }: Pick<MigrateOptions, 'folder'> = {},
): Promise<void> {
  const migrations = readMigrations(folder)
  return database.withConnection(async (query) => {
    const missing = findMissing(migrations, await findAppliedHashes(query))
    if (missing.length > 0)
      throw new MigrationError(
        `The database lacks ${missing.map(({ name }) => name).join(', ')}. Run "npm run db:migrate", or start with MIGRATE=auto.`,
      )
  })
}

/** Locks out other migrations until the transaction ends: a session's lock would stay on a pooler's connection. */
async function takeLock(
  query: Query,
  { waitSeconds = 60, onWaiting }: Pick<MigrateOptions, 'waitSeconds' | 'onWaiting'>,
): Promise<void> {
  // The role may have a time-out that suits the service's short statements.
  await query('set local statement_timeout = 0')
  const { rows } = await query('select pg_try_advisory_xact_lock($1) as is_mine', [ADVISORY_LOCK])
  if (rows[0]?.is_mine === true) return
  onWaiting?.(`Another process is migrating the database. Waiting up to ${waitSeconds} s for it`)
  await query(`set local lock_timeout = '${waitSeconds}s'`)
  try {
    await query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
    throw new MigrationError(
      `Another process has been migrating the database for more than ${waitSeconds} s. Wait for it, or end its session: ${END_LOCK_HOLDER}`,
      { cause: error },
    )
  }
}

function readMigrations(folder: string): Migration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(`${folder}/meta/_journal.json`, 'utf8'),
  )
  const migrations = readMigrationFiles({ migrationsFolder: folder }).map(
    ({ sql, hash, folderMillis }, index) => ({
      name: journal.entries[index]?.tag ?? `number ${index}`,
      statements: sql,
      hash,
      createdAt: folderMillis,
    }),
  )
  for (const [index, { name, createdAt }] of migrations.entries())
    if (createdAt <= (migrations[index - 1]?.createdAt ?? 0))
      throw new MigrationError(
        `Migration ${name} is dated before the one that it follows. Generate it again.`,
      )
  return migrations
}

/** The hashes of the applied migrations, in their order. */
async function findAppliedHashes(query: Query): Promise<string[]> {
  const { rows } = await query("select to_regclass('drizzle.__drizzle_migrations') is not null as exists_")
  if (rows[0]?.exists_ !== true) return []
  const applied = await query('select hash from drizzle.__drizzle_migrations order by created_at, id')
  return applied.rows.map(({ hash }) => String(hash))
}

function findMissing(migrations: Migration[], appliedHashes: string[]): Migration[] {
  for (const [index, { name, hash }] of migrations.slice(0, appliedHashes.length).entries())
    if (hash !== appliedHashes[index])
      throw new MigrationError(
        `Migration ${name} is not the one that this database has applied: a file was edited, removed or inserted. Restore it, and write a new migration for the change.`,
      )
  // A database with more migrations was migrated by a newer build; older builds can still use it.
  return migrations.slice(appliedHashes.length)
}

async function apply(query: Query, migrations: Migration[]): Promise<void> {
  let name = 'table'
  try {
    // Fail with a reason, rather than block the service, when a long transaction holds a lock on a table.
    await query("set local lock_timeout = '10s'")
    await query('create schema if not exists drizzle')
    await query(
      'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    )
    for (const migration of migrations) {
      name = migration.name
      for (const statement of migration.statements) await query(statement)
      await query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        migration.hash,
        migration.createdAt,
      ])
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`Migration ${name} failed: ${reason}. Nothing was changed.`, { cause: error })
  }
}
