import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { openMigrated } from './open-migrated.ts'
import { startProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'
import { formatOption } from './transfer/format-option.ts'
import { type Format, writeRows } from './transfer/formats.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

type ExportOptions = { format: Format; to?: string }

/** `registry export`. Writes only the records to standard output. */
export function createExportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('Export every record, including private ones, with its times and visibility.')
    .addOption(formatOption('default: json').default('json'))
    .option('--to <file>', 'default: standard output')
    .action((options: ExportOptions) => exportTo(options, terminal))
}

async function exportTo({ format, to }: ExportOptions, terminal: Terminal): Promise<void> {
  await using database = await openMigrated(terminal)
  const store = createTransferStore(database)
  using progress = startProgress({ unit: 'records', total: await store.count(), stream: terminal.stderr })
  const pages = async function* () {
    for await (const page of store.exportPages()) {
      yield page
      progress.advance(page.length)
    }
  }
  const output = to === undefined ? terminal.stdout : createWriteStream(to)
  await pipeline(writeRows(pages(), format), output, { end: to !== undefined })
}
