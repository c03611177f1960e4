import { loadConfig } from '@timezone-registry/config'
import { openDatabase } from '@timezone-registry/db'
import type { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { answer, type Terminal } from './terminal.ts'

/** `registry backup` and `registry restore`, for the embedded database. */
export function addBackupCommands(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .description('Write a backup of the embedded database, which may be in use.')
    .argument('<file>')
    .action((file: string) => makeBackup(terminal, file))
  program
    .command('restore')
    .description('Create the embedded database from a backup, where there is none.')
    .argument('<file>')
    .action((file: string) => restoreBackup(terminal, file))
}

async function makeBackup(terminal: Terminal, file: string): Promise<void> {
  const options = embeddedOptions(terminal)
  const onConnectionError = (error: Error) => terminal.console.error(error.message)
  await using database = await openDatabase({
    ...options,
    joinsService: true,
    onConnectionError,
  })
  const { backUp } = await import('@timezone-registry/db/embedded-backup')
  await backUp(database, file, { version: packageJson.version, dataDir: options.dataDir })
  terminal.console.error(`Wrote ${file}.`)
  answer(terminal, { file })
}

async function restoreBackup(terminal: Terminal, file: string): Promise<void> {
  const { dataDir } = embeddedOptions(terminal)
  const { restore } = await import('@timezone-registry/db/embedded-restore')
  await restore(file, dataDir)
  terminal.console.error(
    `Restored the database in ${dataDir}. Repeat the erasures and the revocations of keys that are newer than ${file}.`,
  )
  answer(terminal, { file, data_dir: dataDir })
}

function embeddedOptions({ env }: Terminal) {
  const { database } = loadConfig(env)
  if (database.url !== undefined)
    throw new Error('This is for the embedded database. With DATABASE_URL, use pg_dump and pg_restore.')
  return database
}
