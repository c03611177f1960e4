import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { loadConfig } from '@timezone-registry/config'
import type { Database } from '@timezone-registry/db'
import type { Command } from 'commander'
import { audited, onDatabase } from './operator.ts'
import { answer, startProgress, type Terminal } from './terminal.ts'
import { importRecords } from './transfer/import-records.ts'
import { FORMATS, type Format, formatOption, readRecords } from './transfer/record-formats.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

const EXIT_CODE_BAD_ROWS = 2

type ImportOptions = {
  from: string
  format?: Format
  delimiter: string
  overwrite: boolean
  clean: boolean
}

/** `registry import`. Reports to standard error; the exit code is 2 if rows were skipped. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .description('Import records. Existing records that are newer are kept. Safe to repeat.')
    .requiredOption('--from <file>', 'in UTF-8')
    .addOption(formatOption('default: from the name'))
    .option('--delimiter <character>', 'between the values of CSV; \\t is a tab', toDelimiter, ',')
    .option(
      '--clean',
      'clean names as for an API key: without control and direction characters, in NFC',
      false,
    )
    .option('--overwrite', 'replace existing records even if they are newer', false)
    .action(async (options: ImportOptions) => {
      const source = await openSource(terminal, options)
      const importAll = (database: Database) => importFrom(source, { terminal, database, ...options })
      await onDatabase(terminal, importAll, { input: source.bytes })
    })
}

async function importFrom(
  source: Source,
  { terminal, database, overwrite, clean }: ImportOptions & { terminal: Terminal; database: Database },
): Promise<void> {
  using progress = startProgress(terminal, { unit: 'bytes', total: source.totalBytes })
  const importAll = () =>
    importRecords({
      values: readSource(source, progress.advance),
      store: createTransferStore(database, loadConfig(terminal.env).records),
      overwrite,
      clean,
      onBadRow: (number, problem) => terminal.console.error(`Row ${number} was skipped: ${problem}`),
    })
  const { added, updated, kept, bad } = await audited(
    terminal,
    { action: 'import', from: source.name, overwrite },
    importAll,
    (result) => ({ outcome: 'imported', ...result }),
  )
  progress[Symbol.dispose]()
  terminal.console.error(`${added} added, ${updated} updated, ${kept} kept, ${bad} invalid and skipped`)
  answer(terminal, { added, updated, kept, bad })
  if (bad > 0) terminal.exitCode = EXIT_CODE_BAD_ROWS
}

type Source = Awaited<ReturnType<typeof openSource>>

/** Opens a file. Rejects if it does not exist or its format is unknown. */
async function openSource(
  { service }: Terminal,
  { from, format = formatOf(from), delimiter }: ImportOptions,
): Promise<{
  name: string
  bytes: Readable
  totalBytes: number | undefined
  format: Format
  delimiter: string
}> {
  if (service !== undefined)
    return { name: from, bytes: service.stdin, totalBytes: undefined, format, delimiter }
  // Before the stream is created, because nothing would handle its error.
  const { size } = await stat(from)
  return { name: from, bytes: createReadStream(from), totalBytes: size, format, delimiter }
}

/** The records of a source, not validated. Rejects with its name and what is wrong with it. */
async function* readSource(
  { name, bytes, ...options }: Source,
  onBytes: (count: number) => void,
): AsyncGenerator<unknown> {
  const counted = Readable.from(bytes).map((chunk: Uint8Array) => {
    onBytes(chunk.length)
    return chunk
  })
  try {
    yield* readRecords(counted, options)
  } catch (error) {
    throw new Error(
      `${name} cannot be read as ${options.format}: ${(error as Error).message}. Rows before this may have been imported; it is safe to repeat.`,
      { cause: error },
    )
  }
}

function toDelimiter(text: string): string {
  return text === '\\t' ? '\t' : text
}

function formatOf(path: string): Format {
  const format = FORMATS.find((known) => path.toLowerCase().endsWith(`.${known}`))
  if (format === undefined)
    throw new Error(`The format of ${path} is not clear from its name: add --format ${FORMATS.join(' | ')}`)
  return format
}
