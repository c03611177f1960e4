import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { loadConfig } from '@timezone-registry/config'
import { type Command, Option } from 'commander'
import { audited, type Opened, onDatabase } from './operator.ts'
import { answer, type Terminal } from './terminal.ts'
import { importRecords } from './transfer/import-records.ts'
import { FORMATS, type Format, readRecords, writeRecords } from './transfer/record-formats.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

const EXIT_CODE_BAD_ROWS = 2

type ImportOptions = { from: string; format?: Format; delimiter: string; overwrite: boolean }

/** `registry import | export`. The exit code of an import is 2 if rows were skipped. */
export function addTransferCommands(program: Command, terminal: Terminal): void {
  const formatOption = (hint: string) =>
    new Option('--format <format>', `${FORMATS.join(', ')}; ${hint}`).choices(FORMATS)
  program
    .command('import')
    .description('Import records. Existing records that are newer are kept. Safe to repeat.')
    .requiredOption('--from <file>', 'in UTF-8')
    .addOption(formatOption('default: from the name'))
    .option(
      '--delimiter <character>',
      'between the values of CSV; \\t is a tab',
      (text) => (text === '\\t' ? '\t' : text),
      ',',
    )
    .option('--overwrite', 'replace existing records even if they are newer', false)
    .action((options: ImportOptions) => importFrom(terminal, options))
  program
    .command('export')
    .description('Export every record, including private ones, with its times, visibility and availability.')
    .addOption(formatOption('default: json').default('json'))
    .option('--to <file>', 'default: standard output')
    .action(({ format, to }: { format: Format; to?: string }) =>
      onDatabase(terminal, (opened) => exportTo(opened, format), { to }),
    )
}

function exportTo({ terminal, database, output }: Opened, format: Format): Promise<void> {
  const pages = createTransferStore(database).exportPages()
  return pipeline(writeRecords(pages, format), output, { end: output !== terminal.stdout })
}

async function importFrom(
  terminal: Terminal,
  { from, format = formatOf(from), delimiter, overwrite }: ImportOptions,
): Promise<void> {
  const { service } = terminal
  // Open before there is a stream, whose error nothing would handle.
  const input: Readable = service?.stdin ?? (await open(from)).createReadStream()
  const values = readFile(input, { from, format, delimiter })
  await onDatabase(terminal, (opened) => importInto(opened, { from, values, overwrite }), { input })
}

async function importInto(
  { terminal, database }: Opened,
  { from, values, overwrite }: { from: string; values: AsyncIterable<unknown>; overwrite: boolean },
): Promise<void> {
  const { console, env } = terminal
  const store = createTransferStore(database, loadConfig(env).records)
  const onBadRow = (number: number, problem: string) => console.error(`Row ${number} was skipped: ${problem}`)
  const { added, updated, kept, bad } = await audited(
    terminal,
    { action: 'import', from, overwrite },
    () => importRecords({ values, store, overwrite, onBadRow }),
    (result) => ({ outcome: 'imported', ...result }),
  )
  console.error(`${added} added, ${updated} updated, ${kept} kept, ${bad} invalid and skipped`)
  answer(terminal, { added, updated, kept, bad })
  if (bad > 0) terminal.exitCode = EXIT_CODE_BAD_ROWS
}

/** The records of a file, not validated. Rejects with its name and what is wrong with it. */
async function* readFile(
  input: Readable,
  { from, ...options }: { from: string; format: Format; delimiter: string },
): AsyncGenerator<unknown> {
  try {
    yield* readRecords(input, options)
  } catch (error) {
    throw new Error(
      `${from} cannot be read as ${options.format}: ${(error as Error).message}. Rows before this may have been imported; it is safe to repeat.`,
      { cause: error },
    )
  }
}

function formatOf(path: string): Format {
  const format = FORMATS.find((known) => path.toLowerCase().endsWith(`.${known}`))
  if (format === undefined)
    throw new Error(`The format of ${path} is not clear from its name: add --format ${FORMATS.join(' | ')}`)
  return format
}
