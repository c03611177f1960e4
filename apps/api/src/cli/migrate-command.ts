import { loadConfig } from '@timezone-registry/config'
import { type Database, openDatabase, retryWhileUnavailable } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { countUnknownZones } from '@timezone-registry/db/unknown-zones'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import type { Command } from 'commander'
import { onDatabase } from './operator.ts'
import { answer, type Terminal } from './terminal.ts'

const WAIT_SECONDS = 60

/** `registry migrate`, for operators who start the service with `MIGRATE=off`. Prints the applied migrations, a line each. */
export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('Update the schema of the database.')
    .action(() => onDatabase(terminal, (database) => migrate(terminal, database), { open: openWaiting }))
}

function openWaiting({ env, console }: Terminal): Promise<Database> {
  const onConnectionError = (error: Error) => console.error(error.message)
  const options = { ...loadConfig(env).database, onConnectionError }
  const waiting = { url: options.url, waitSeconds: WAIT_SECONDS, onWaiting: console.error }
  return retryWhileUnavailable(() => openDatabase(options), waiting)
}

async function migrate(terminal: Terminal, database: Database): Promise<void> {
  const { console } = terminal
  const applied = await migrateToLatest(database, { onWaiting: console.error })
  const { find } = createZoneNames()
  const count = await countUnknownZones(database, find)
  answer(terminal, { applied, unknown_zones: count }, () => {
    for (const name of applied) console.log(name)
  })
  console.error(
    applied.length > 0
      ? `Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}`
      : 'Nothing to do: the schema is up to date',
  )
  if (count > 0) console.error(`Records with a zone that does not exist, which have no time: ${count}`)
}
