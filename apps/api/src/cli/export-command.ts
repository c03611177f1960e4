import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { openMigrated } from './operator.ts'
import { startProgress, type Terminal } from './terminal.ts'
import { type Format, formatOption, writeRecords } from './transfer/record-formats.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

/** `registry export`. Writes only the records to standard output. */
export function addExportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('Export every record, including private ones, with its times, visibility and availability.')
    .addOption(formatOption('default: json').default('json'))
    .option('--to <file>', 'default: standard output')
    .action(async ({ format, to }: { format: Format; to?: string }) => {
      await using database = await openMigrated(terminal)
      const store = createTransferStore(database)
      using progress = startProgress(terminal, { unit: 'records', total: await store.count() })
      const pages = async function* () {
        for await (const page of store.exportPages()) {
          yield page
          progress.advance(page.length)
        }
      }
      const output = to === undefined ? terminal.stdout : createWriteStream(to)
      await pipeline(writeRecords(pages(), format), output, { end: to !== undefined })
    })
}
