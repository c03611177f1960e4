import { count, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { MIGRATIONS, readMigrations } from './migration-files.ts'

/** Migrations that the database has applied, by any version, and those of this build that it has not. */
export type MigrationCounts = { applied: number; pending: number }

/** Returns a function that asks the database, which may have been migrated or restored meanwhile. */
export function createCountMigrations({
  drizzle,
}: Pick<Database, 'drizzle'>): () => Promise<MigrationCounts> {
  const known = readMigrations(MIGRATIONS).length
  return async () => {
    const [row] = await drizzle.select({ applied: count() }).from(sql`drizzle.__drizzle_migrations`)
    const applied = row?.applied ?? 0
    return { applied, pending: Math.max(0, known - applied) }
  }
}
