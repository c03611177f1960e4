import type { Database, DatabaseOptions } from './database.ts'
import { openServer } from './server-database.ts'

export type { Database, DatabaseOptions, Query } from './database.ts'

/**
 * Opens the database. Rejects if the server stays unavailable for `waitSeconds`, or immediately if it refuses the
 * credentials or its settings make it unfit to store records.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) return openServer(options.url, options)
  // PGlite is a whole PostgreSQL in WebAssembly, so load it only when it is used.
  const { openEmbedded } = await import('./embedded-database.ts')
  return openEmbedded(options.dataDir)
}
