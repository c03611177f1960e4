import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database, Query } from './database.ts'

/** Thrown when the schema cannot be brought to, or is not at, the version that this build needs. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type MigrateOptions = {
  /** The folder with drizzle-kit's journal; ours unless told otherwise. */
  folder?: string
}

type Migration = { name: string; statements: string[]; hash: string; createdAt: number }

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
// Any constant of our own: processes that start at once wait here for each other.
const ADVISORY_LOCK = 7_419_046_201

/**
 * Applies the migrations that are missing, all of them in one transaction or none; returns their names.
 * Throws `MigrationError` with the migration's name, the database being as before.
 *
 * Drizzle's own migrator takes no lock, skips a migration older than the last applied one and does not see an edited
 * file; the record of what was applied is drizzle's, so its tools go on working.
 */
export function migrateToLatest(
  database: Database,
  { folder = MIGRATIONS }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  return database.withConnection(async (query) => {
    // The lock belongs to the session, and ends with this connection.
    await query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    const missing = findMissing(migrations, await findAppliedHashes(query))
    await apply(query, missing)
    return missing.map(({ name }) => name)
  })
}

/** Throws `MigrationError` when a migration of this build is not applied; changes nothing. */
export function assertMigrated(
  database: Database,
  { folder = MIGRATIONS }: MigrateOptions = {},
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

/** The hashes in the order in which they were applied; none when nothing ever was. */
async function findAppliedHashes(query: Query): Promise<string[]> {
  const { rows } = await query("select to_regclass('drizzle.__drizzle_migrations') is not null as there")
  if (rows[0]?.there !== true) return []
  const applied = await query('select hash from drizzle.__drizzle_migrations order by created_at, id')
  return applied.rows.map(({ hash }) => String(hash))
}

function findMissing(migrations: Migration[], appliedHashes: string[]): Migration[] {
  for (const [index, { name, hash }] of migrations.slice(0, appliedHashes.length).entries())
    if (hash !== appliedHashes[index])
      throw new MigrationError(
        `Migration ${name} is not the one that this database has applied: the file was edited, removed or put in between. Restore it, and write a new migration for the change.`,
      )
  // A database that knows more than this build was migrated by a newer one: it goes on serving the older, too.
  return migrations.slice(appliedHashes.length)
}

async function apply(query: Query, migrations: Migration[]): Promise<void> {
  if (migrations.length === 0) return
  let name = 'record'
  await query('begin')
  try {
    // A table that is locked by somebody's long transaction ends the start with a reason, not with silence.
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
    await query('commit')
  } catch (error) {
    // Where the connection is what failed, the server rolls back by itself.
    await query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`Migration ${name} failed: ${reason}. Nothing was changed.`, { cause: error })
  }
}
