import { loadConfig } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import type { Terminal } from './terminal.ts'

/**
 * Opens the configured database and updates its schema or, with `MIGRATE=off`, rejects unless it is up to date. Does not
 * wait for a server that is down.
 */
export async function openMigrated({ env, console }: Terminal): Promise<Database> {
  const { database: options } = loadConfig(env)
  await using opened = new AsyncDisposableStack()
  const database = opened.use(
    await openDatabase({
      ...options,
      waitSeconds: 0,
      onConnectionError: (error) => console.error(error.message),
    }),
  )
  if (options.migrate === 'off') await assertMigrated(database)
  else await migrateToLatest(database, { onWaiting: console.error })
  opened.move()
  return database
}
