import { drizzle } from 'drizzle-orm/pg-proxy'
import { migrate } from 'drizzle-orm/pg-proxy/migrator'
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
