import { count, sql } from 'drizzle-orm'
import type { Database, Query } from './database.ts'
import { messageOf } from './database-error.ts'
import {
  findMissing,
  MIGRATIONS,
  type Migration,
  MigrationError,
  readMigrations,
  takeMigrationLock,
} from './migration-files.ts'
import { inLockingTransaction, type LockingOptions } from './transaction.ts'

export type MigrateOptions = Partial<LockingOptions> & {
  /** The folder with drizzle-kit's journal; this package's own by default. */
  folder?: string
}

// Building an index of a hundred million records takes minutes.
const STEP_SECONDS = 3600
const WAIT_SECONDS = 60
const QUERY_CANCELED = '57014'

/**
 * Applies the missing migrations and resolves to their names. Consecutive migrations are applied in one transaction,
 * except those marked `-- no-transaction`. Throws `MigrationError` with the name of the migration that failed, or if
 * another process does not finish in `waitSeconds`, or if other transactions hold locks on the tables for as long.
 *
 * Drizzle's own migrator takes no lock, skips a migration older than the last applied one, does not notice an edited
 * file, and uses a single transaction. The table of applied migrations is Drizzle's, so its tools still work.
 */
export function migrateToLatest(
  database: Database,
  { folder = MIGRATIONS, waitSeconds = WAIT_SECONDS, onWaiting, signal }: MigrateOptions = {},
): Promise<string[]> {
  const files = readMigrations(folder)
  const options = { waitSeconds, onWaiting, signal }
  const migrations = database.isServer ? files : files.map(toTransactional)
  return database.withConnection(async (query) => {
    const applied: string[] = []
    const applyNext = async () => {
      await takeMigrationLock(query)
      const missing = findMissing(migrations, await findAppliedHashes(query))
      return missing[0]?.isTransactional === false
        ? applyStep(missing[0], { query, database })
        : applyTogether(missing, { query, applied })
    }
    for (;;) {
      const names = await inLockingTransaction(query, applyNext, options)
      if (names.length === 0) return applied
      applied.push(...names)
    }
  })
}

/** The names of this build's migrations that have not been applied. Throws `MigrationError` if one was edited. */
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

/**
 * Returns a function that counts the migrations that the database has applied, by any version, and those of this build
 * that it has not. It asks the database, which may have been migrated or restored meanwhile.
 */
export function createCountMigrations({ drizzle }: Pick<Database, 'drizzle'>) {
  const known = readMigrations(MIGRATIONS).length
  return async () => {
    const [row] = await drizzle.select({ applied: count() }).from(sql`drizzle.__drizzle_migrations`)
    const applied = row?.applied ?? 0
    return { applied, pending: Math.max(0, known - applied) }
  }
}

/** The embedded database has one session and no other users, so it needs no lock. */
function toTransactional({ statements, ...migration }: Migration): Migration {
  const plain = statements.map((statement) => statement.replace(/^(\w+ INDEX) CONCURRENTLY/gm, '$1'))
  return { ...migration, statements: plain, isTransactional: true }
}

async function findAppliedHashes(query: Query): Promise<string[]> {
  const { rows } = await query("select to_regclass('drizzle.__drizzle_migrations') is not null as exists_")
  if (rows[0]?.exists_ !== true) return []
  const applied = await query('select hash from drizzle.__drizzle_migrations order by created_at, id')
  return applied.rows.map(({ hash }) => String(hash))
}

/** Applies the migrations before the next one that runs outside a transaction. */
async function applyTogether(
  missing: Migration[],
  { query, applied }: { query: Query; applied: string[] },
): Promise<string[]> {
  const end = missing.findIndex(({ isTransactional }) => !isTransactional)
  const group = end === -1 ? missing : missing.slice(0, end)
  for (const migration of group) {
    try {
      for (const statement of migration.statements) await query(statement)
      await record(query, migration)
    } catch (error) {
      const kept = applied.length === 0 ? 'Nothing was changed.' : `Applied before it: ${applied.join(', ')}.`
      throw failure(migration, error, kept)
    }
  }
  return group.map(({ name }) => name)
}

/**
 * Applies one migration outside a transaction, on its own connection, while `query` keeps the lock. If it is
 * interrupted, the next start repeats it.
 */
async function applyStep(
  migration: Migration,
  { query, database }: { query: Query; database: Database },
): Promise<string[]> {
  try {
    await database.withConnection(
      async (step) => {
        for (const statement of migration.statements) await step(statement)
      },
      { statementSeconds: STEP_SECONDS },
    )
    await record(query, migration)
  } catch (error) {
    const isCanceled = error instanceof Error && 'code' in error && error.code === QUERY_CANCELED
    throw failure(
      migration,
      error,
      isCanceled
        ? 'Through a connection pooler the role’s timeout applies: run "registry migrate" with a DATABASE_URL of the server itself.'
        : 'The next start tries it again.',
    )
  }
  return [migration.name]
}

async function record(query: Query, { hash, createdAt }: Migration): Promise<void> {
  await query('create schema if not exists drizzle')
  await query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    createdAt,
  ])
}

function failure({ name }: Migration, cause: unknown, consequence: string): MigrationError {
  return new MigrationError(`Migration ${name} failed: ${messageOf(cause)}. ${consequence}`, { cause })
}
