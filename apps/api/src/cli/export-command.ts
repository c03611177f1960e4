import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { openMigrated } from './open-migrated.ts'
import { startProgress } from './progress.ts'
import { formatOption } from './transfer/format-option.ts'
import { type Format, writeRows } from './transfer/formats.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

/** `registry export`. The records are all that it writes to standard output. */
export function createExportCommand(): Command {
  return new Command('export')
    .description('Export every record, with its times.')
    .addOption(formatOption('default: json').default('json'))
    .option('--to <file>', 'default: standard output')
    .action(exportTo)
}

async function exportTo({ format, to }: { format: Format; to?: string }): Promise<void> {
  await using database = await openMigrated()
  const store = createTransferStore(database)
  using progress = startProgress('records', await store.count())
  const pages = async function* () {
    for await (const page of store.exportPages()) {
      yield page
      progress.advance(page.length)
    }
  }
  const output = to === undefined ? process.stdout : createWriteStream(to)
  await pipeline(writeRows(pages(), format), output, { end: to !== undefined })
}
