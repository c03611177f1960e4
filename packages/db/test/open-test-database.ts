import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { type Database, type DatabaseOptions, openDatabase } from '../src/open-database.ts'

/** Opens a database with a small pool: an empty one on the global setup's server by default. */
export async function openTestDatabase(
  options: Partial<DatabaseOptions> = {},
): Promise<Database & { readonly url: string }> {
  const url = options.url ?? (await createTestDatabase())
  const database = await openDatabase({
    dataDir: '',
    poolSize: 2,
    durability: 'checked',
    onConnectionError: () => {},
    ...options,
    url,
  })
  return { ...database, url }
}
