import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'

/** The folder of this package's migrations, with drizzle-kit's journal. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** Thrown if the schema is not what this build needs and cannot be migrated to it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type Migration = {
  name: string
  statements: string[]
  hash: string
  createdAt: number
  /** False for a file that begins with `-- no-transaction`, whose statements can be repeated after an interruption. */
  isTransactional: boolean
}

/** The migrations of drizzle-kit's journal, in order. Throws `MigrationError` if their dates are not ascending. */
export function readMigrations(folder: string): Migration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(`${folder}/meta/_journal.json`, 'utf8'),
  )
  const migrations = readMigrationFiles({ migrationsFolder: folder }).map(
    ({ sql, hash, folderMillis }, index) => ({
      name: journal.entries[index]?.tag ?? `number ${index}`,
      statements: sql,
      hash,
      createdAt: folderMillis,
      isTransactional: !/^-- no-transaction\b/.test(sql[0] ?? ''),
    }),
  )
  for (const [index, { name, createdAt }] of migrations.entries())
    if (createdAt <= (migrations[index - 1]?.createdAt ?? 0))
      throw new MigrationError(
        `Migration ${name} is dated before the one that it follows. Generate it again.`,
      )
  return migrations
}

/** The migrations after those with these hashes. Throws `MigrationError` if an applied migration was edited. */
export function findMissing(migrations: Migration[], appliedHashes: string[]): Migration[] {
  for (const [index, { name, hash }] of migrations.slice(0, appliedHashes.length).entries())
    if (hash !== appliedHashes[index])
      throw new MigrationError(
        `Migration ${name} is not the one that this database has applied: a file was edited, removed or inserted. Restore it, and write a new migration for the change.`,
      )
  // A database with more migrations was migrated by a newer build; older builds can still use it.
  return migrations.slice(appliedHashes.length)
}
