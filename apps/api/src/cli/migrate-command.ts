import { loadConfig } from '@timezone-registry/config'
import { openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { findUnknownZones } from '@timezone-registry/db/unknown-zones'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { Command } from 'commander'
import { answer, type Terminal } from './terminal.ts'

/**
 * `registry migrate`, for operators who start the service with `MIGRATE=off`. Prints the applied migrations, one per
 * line.
 */
export function createMigrateCommand(terminal: Terminal): Command {
  return new Command('migrate')
    .description('Update the schema of the database.')
    .action(() => migrate(terminal))
}

async function migrate(terminal: Terminal): Promise<void> {
  const { env, console } = terminal
  await using database = await openDatabase({
    ...loadConfig(env).database,
    onWaiting: console.error,
    onConnectionError: (error) => console.error(error.message),
  })
  const applied = await migrateToLatest(database, { onWaiting: console.error })
  const { find } = createZoneNames()
  const { count } = await findUnknownZones(database, (zone) => find(zone) !== undefined)
  answer(terminal, { applied, unknown_zones: count }, () => {
    for (const name of applied) console.log(name)
  })
  console.error(
    applied.length > 0 ? `Applied ${applied.length} migrations` : 'Nothing to do: the schema is up to date',
  )
  if (count > 0)
    console.error(`Records with a zone that does not exist: ${count}. "npx registry doctor" lists them.`)
}
