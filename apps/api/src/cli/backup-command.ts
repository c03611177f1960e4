import { loadConfig } from '@timezone-registry/config'
import { openDatabase } from '@timezone-registry/db'
import { replaceFile, restoreBackup, writeBackup } from '@timezone-registry/db/backup'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import type { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { onDatabase } from './operator.ts'
import { answer, type Terminal } from './terminal.ts'

/** `registry backup`. */
export function addBackupCommand(program: Command, terminal: Terminal): void {
  const { version } = packageJson
  const write = (to?: string) =>
    onDatabase(terminal, (database, output) => writeBackup(database, output, { version }), { to })
  program
    .command('backup')
    .description('Write a backup of the database, which may be in use.')
    .argument('<file>')
    .action(async (file: string) => {
      if (terminal.service !== undefined) return write()
      await replaceFile(file, write)
      terminal.console.error(`Wrote ${file}.`)
      answer(terminal, { file })
    })
}

/** `registry restore`. */
export function addRestoreCommand(program: Command, terminal: Terminal): void {
  program
    .command('restore')
    .description('Fill an empty database from a backup.')
    .argument('<file>')
    .action((file: string) => restore(terminal, file))
}

async function restore(terminal: Terminal, file: string): Promise<void> {
  const { console, env } = terminal
  const onConnectionError = (error: Error) => console.error(error.message)
  await using database = await openDatabase({ ...loadConfig(env).database, onConnectionError })
  await migrateToLatest(database, { onWaiting: console.error })
  await restoreBackup(database, file)
  console.error(
    `Restored ${database.description}. Repeat the erasures and the revocations of keys that are newer than ${file}.`,
  )
  answer(terminal, { file, database: database.description })
}
