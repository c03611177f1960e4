import { loadConfig } from '@timezone-registry/config'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { Command } from 'commander'
import { openEvictions } from './evictions.ts'
import { openMigrated } from './open-migrated.ts'
import { openOperatorAudit } from './operator-audit.ts'
import { startProgress } from './progress.ts'
import { answer, type Terminal } from './terminal.ts'
import { formatOption } from './transfer/format-option.ts'
import type { Format } from './transfer/formats.ts'
import { importRecords } from './transfer/import-records.ts'
import { openSource, readSource } from './transfer/source.ts'
import { createRowParser } from './transfer/transfer-row.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

const EXIT_CODE_BAD_ROWS = 2

type ImportOptions = { from: string; format?: Format; overwrite: boolean; clean: boolean }

/** `registry import`. Reports to standard error; the exit code is 2 if rows were skipped. */
export function createImportCommand(terminal: Terminal): Command {
  return new Command('import')
    .description('Import records. Existing records that are newer are kept. Safe to repeat.')
    .requiredOption('--from <source>', 'a file, or the URL of a /list')
    .addOption(formatOption('default: from the name or the response'))
    .option(
      '--clean',
      'clean names as for an API key: without control and direction characters, in NFC',
      false,
    )
    .option('--overwrite', 'replace existing records even if they are newer', false)
    .action((options: ImportOptions) => importFrom(options, terminal))
}

async function importFrom(
  { from, format, overwrite, clean }: ImportOptions,
  terminal: Terminal,
): Promise<void> {
  await using database = await openMigrated(terminal)
  await using evictions = await openEvictions(terminal)
  const source = await openSource(from, format)
  using progress = startProgress({ unit: 'bytes', total: source.totalBytes, stream: terminal.stderr })
  const bytes = async function* () {
    for await (const chunk of source.bytes) {
      progress.advance(chunk.length)
      yield chunk
    }
  }

  const importAll = () =>
    importRecords({
      values: readSource({ ...source, bytes: bytes() }),
      parse: createRowParser(createZoneNames(), { clean }),
      store: createTransferStore(database, loadConfig(terminal.env).records),
      overwrite,
      onBadRow: (number, problem) => terminal.console.error(`Row ${number} was skipped: ${problem}`),
      onImported: evictions.publish,
    })
  const { added, updated, kept, bad } = await openOperatorAudit(terminal).track(
    { action: 'import', from: source.name, overwrite },
    importAll,
    (result) => ({ outcome: 'imported', ...result }),
  )
  progress[Symbol.dispose]()
  terminal.console.error(`${added} added, ${updated} updated, ${kept} kept, ${bad} bad rows skipped`)
  answer(terminal, { added, updated, kept, bad }, () => {})
  if (bad > 0) terminal.exitCode = EXIT_CODE_BAD_ROWS
}
