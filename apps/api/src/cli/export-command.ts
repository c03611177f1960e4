import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '@timezone-registry/db'
import type { Command } from 'commander'
import { onDatabase } from './operator.ts'
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
    .action(({ format, to }: { format: Format; to?: string }) =>
      onDatabase(terminal, (database, output) => exportTo(output, { terminal, database, format }), { to }),
    )
}

async function exportTo(
  output: Writable,
  { terminal, database, format }: { terminal: Terminal; database: Database; format: Format },
): Promise<void> {
  const store = createTransferStore(database)
  using progress = startProgress(terminal, { unit: 'records', total: await store.count() })
  const pages = async function* () {
    for await (const page of store.exportPages()) {
      yield page
      progress.advance(page.length)
    }
  }
  await pipeline(writeRecords(pages(), format), output, { end: output !== terminal.stdout })
}
