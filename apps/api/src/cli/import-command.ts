import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { loadConfig } from '@timezone-registry/config'
import type { Command } from 'commander'
import { audited, openMigrated } from './operator.ts'
import { answer, startProgress, type Terminal } from './terminal.ts'
import { importRecords } from './transfer/import-records.ts'
import { FORMATS, type Format, formatOption, readRecords } from './transfer/record-formats.ts'
import { createTransferStore } from './transfer/transfer-store.ts'

const EXIT_CODE_BAD_ROWS = 2

type ImportOptions = { from: string; format?: Format; overwrite: boolean; clean: boolean }

/** `registry import`. Reports to standard error; the exit code is 2 if rows were skipped. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .description('Import records. Existing records that are newer are kept. Safe to repeat.')
    .requiredOption('--from <source>', 'a file, or the URL of a /list')
    .addOption(formatOption('default: from the name or the response'))
    .option(
      '--clean',
      'clean names as for an API key: without control and direction characters, in NFC',
      false,
    )
    .option('--overwrite', 'replace existing records even if they are newer', false)
    .action((options: ImportOptions) => importFrom(terminal, options))
}

async function importFrom(terminal: Terminal, options: ImportOptions): Promise<void> {
  const { from, format, overwrite, clean } = options
  await using database = await openMigrated(terminal)
  const source = await openSource(from, format)
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

/**
 * Opens a file, or the URL of a list. `name` is what messages call it: without the credentials and query of a URL. Rejects
 * if it does not exist or its format is unknown.
 */
async function openSource(from: string, given?: Format) {
  if (/^https?:\/\//.test(from)) return openList(new URL(from), given)
  const format = given ?? formatOf(from)
  // Before the stream is created, because nothing would handle its error.
  const { size } = await stat(from)
  return { name: from, bytes: createReadStream(from), totalBytes: size, format }
}

async function openList(url: URL, given: Format | undefined) {
  const { username, password } = url
  // fetch refuses credentials in a URL.
  url.username = url.password = ''
  const name = url.href.replace(/[?#].*$/, '')
  const headers = new Headers({ accept: 'application/json' })
  if (username !== '' || password !== '')
    headers.set('authorization', toBasic(`${username}:${password}`, name))
  const response = await fetch(url, { headers }).catch((error: unknown) => {
    throw new Error(`${name} cannot be read: ${reasonOf(error)}`, { cause: error })
  })
  if (!response.ok || response.body === null) throw new Error(`${name} answered with ${response.status}`)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const isEncoded = response.headers.has('content-encoding')
  return {
    name,
    bytes: Readable.fromWeb(response.body),
    totalBytes: isEncoded ? undefined : Number(response.headers.get('content-length')) || undefined,
    format: given ?? (isJson ? 'json' : formatOf(url.pathname)),
  }
}

function toBasic(encoded: string, name: string): string {
  try {
    return `Basic ${Buffer.from(decodeURIComponent(encoded)).toString('base64')}`
  } catch {
    throw new Error(`The credentials in ${name} have a % that encodes nothing: write it as %25`)
  }
}

/** The records of a source, not validated. Rejects with its name and what is wrong with it. */
async function* readSource(
  { name, bytes, format }: Source,
  onBytes: (count: number) => void,
): AsyncGenerator<unknown> {
  const counted = Readable.from(bytes).map((chunk: Uint8Array) => {
    onBytes(chunk.length)
    return chunk
  })
  try {
    yield* readRecords(counted, format)
  } catch (error) {
    throw new Error(
      `${name} cannot be read as ${format}: ${reasonOf(error)}. Rows before this may have been imported; it is safe to repeat.`,
      { cause: error },
    )
  }
}

/** fetch has the reason in its error's cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}

function formatOf(path: string): Format {
  const format = FORMATS.find((known) => path.toLowerCase().endsWith(`.${known}`))
  if (format === undefined)
    throw new Error(`The format of ${path} is not clear from its name: add --format ${FORMATS.join(' | ')}`)
  return format
}
