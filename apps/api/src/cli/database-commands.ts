import { loadConfig } from '@timezone-registry/config'
import { type Database, retryWhileUnavailable } from '@timezone-registry/db'
import { replaceFile, restoreBackup, writeBackup } from '@timezone-registry/db/backup'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import type { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { actOn, type Opened, onDatabase, openConfigured } from './operator.ts'
import { answer, type Terminal } from './terminal.ts'

const MIGRATE_WAIT_SECONDS = 60

/** `registry migrate | backup`. */
export function addDatabaseCommands(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('Update the schema of the database.')
    .action(actOn(terminal, migrate, { open: openWaiting }))
  program
    .command('backup')
    .description('Write a backup of the database, which may be in use.')
    .argument('<file>')
    .action((file: string) => backup(terminal, file))
}

/** `registry restore`. */
export function addRestoreCommand(program: Command, terminal: Terminal): void {
  program
    .command('restore')
    .description('Fill an empty database from a backup.')
    .argument('<file>')
    .action((file: string) => restore(terminal, file))
}

function openWaiting(terminal: Terminal): Promise<Database> {
  const { url } = loadConfig(terminal.env).database
  const waiting = { url, waitSeconds: MIGRATE_WAIT_SECONDS, onWaiting: terminal.console.error }
  return retryWhileUnavailable(() => openConfigured(terminal), waiting)
}

async function migrate({ terminal, database }: Opened): Promise<void> {
  const { console } = terminal
  const applied = await migrateToLatest(database, { onWaiting: console.error })
  answer(terminal, { applied }, () => {
    for (const name of applied) console.log(name)
  })
  console.error(
    applied.length > 0
      ? `Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}`
      : 'Nothing to do: the schema is up to date',
  )
}

async function backup(terminal: Terminal, file: string): Promise<void> {
  const { version } = packageJson
  const write = (to?: string) =>
    onDatabase(terminal, ({ database, output }) => writeBackup(database, output, { version }), { to })
  if (terminal.service !== undefined) return write()
  await replaceFile(file, write)
  terminal.console.error(`Wrote ${file}.`)
  answer(terminal, { file })
}

async function restore(terminal: Terminal, file: string): Promise<void> {
  const { console } = terminal
  await using database = await openConfigured(terminal)
  await migrateToLatest(database, { onWaiting: console.error })
  await restoreBackup(database, file)
  console.error(
    `Restored ${database.description}. Repeat the erasures and the revocations of keys that are newer than ${file}.`,
  )
  answer(terminal, { file, database: database.description })
}
