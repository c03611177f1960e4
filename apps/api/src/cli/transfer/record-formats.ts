import { Readable } from 'node:stream'
import { withoutSurroundings } from '@timezone-registry/contract'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify'
import { streamObject } from 'stream-json/streamers/stream-object.js'
import { TRANSFER_COLUMNS, type TransferRow } from './transfer-store.ts'

/** `json`: an object by user id, as in `/list`; `jsonl`: one record a line; `csv`: with a header line. */
export const FORMATS = ['json', 'jsonl', 'csv'] as const
export type Format = (typeof FORMATS)[number]

const MAX_CSV_RECORD_BYTES = 65_536
const REQUIRED_COLUMNS = ['user_id', 'username', 'timezone']

// A formula, or a number that a spreadsheet would round or rewrite, after the apostrophes that make it text.
const UNSAFE = /^'*(?:[=+\-@\t\r＝＋－＠]|(?:\d{12,}|0\d+|\d+(?:\.\d*)?e\d+)$)/i
// An id as a spreadsheet shows, shortens or escapes it, which may now be another user's: `8.03511E+16`, `="80351110224678912"`,
// `80,351,110,224,678,912.00`, in India `80,35,11,10,22,46,78,912`, `80351110224678912.0`, `#REF!`, `Err:502`.
const CHANGED =
  /^(?:-?\d(?:[.,]\d+)?e\+?\d+|=.*|[-\p{Sc}]?\d{1,3}(?<mark>[\s.,'’٬])(?:\d{2,3}\k<mark>){3,}\d{3}(?:[.,]\d*)?|\d{12,}[.,]0*|#(?:#+|[¡¿]?[\p{L}\d/]+[!?]|\p{L}\/\p{L}|NV)|Err:\d+)$/iu
const LONG = /^\d{17,}$/
// It keeps 15 digits of a number.
const ROUNDED = /^\d{15}0+$/

/** The text of an export, one page at a time. In CSV, an apostrophe before a value makes it text for spreadsheets. */
export async function* writeRecords(
  pages: AsyncIterable<TransferRow[]>,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') {
    const rows = Readable.from(pages).flatMap((page: TransferRow[]) => page)
    yield* rows.compose(stringify({ header: true, columns: TRANSFER_COLUMNS, cast: { string: protect } }))
    return
  }
  if (format === 'jsonl') {
    for await (const page of pages) yield `${page.map((row) => JSON.stringify(row)).join('\n')}\n`
    return
  }
  let separator = '{\n'
  for await (const page of pages) {
    yield separator +
      page.map(({ user_id, ...record }) => `${JSON.stringify(user_id)}:${JSON.stringify(record)}`).join(',\n')
    separator = ',\n'
  }
  yield separator === '{\n' ? '{}\n' : '\n}\n'
}

/** The records of a source in UTF-8, not validated; an `Error` stands for a row that cannot be read. */
export function readRecords(
  bytes: AsyncIterable<Uint8Array>,
  { format, delimiter }: { format: Format; delimiter: string },
): AsyncGenerator<unknown> {
  return READERS[format](decode(bytes), delimiter)
}

const READERS = { csv: readCsv, jsonl: readLines, json: readObject }

/** Without a byte-order mark. Rejects for any other encoding. */
async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new Error('it is not UTF-8; save it as such', { cause: error }) : error
  }
}

async function* readObject(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  // The bulk answer of `/api/user`, in which a user without a record is null.
  for await (const { key, value } of Readable.from(text).compose(streamObject.withParserAsStream()))
    if (value !== null) yield { ...(typeof value === 'object' ? value : {}), user_id: key }
}

/** The values of JSON Lines; an `Error` stands for a line that is not JSON. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  let last = ''
  for await (const chunk of text) {
    const lines = (last + chunk).split('\n')
    last = lines.pop() ?? ''
    yield* lines.filter(isFilled).map(parseLine)
  }
  yield* [last].filter(isFilled).map(parseLine)
}

function isFilled(line: string): boolean {
  return line.trim() !== ''
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return new Error('is not JSON')
  }
}

/** Rejects if the header lacks a column. */
async function* readCsv(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<unknown> {
  const rows = Readable.from(text).compose(
    parse({
      delimiter,
      columns: readHeader,
      // Otherwise one such row ends the import.
      relax_column_count: true,
      relax_quotes: true,
      on_record: (row, { error }) =>
        error === undefined ? row : new Error('has more or fewer values than the first line has columns'),
      max_record_size: MAX_CSV_RECORD_BYTES,
      skip_empty_lines: true,
    }),
  ) as AsyncIterable<Record<string, string> | Error>
  // A long id may end in zeros, but not each one.
  let hasExact = false
  for await (const row of rows) {
    const id = row instanceof Error ? '' : withoutSurroundings(row.user_id ?? '')
    hasExact ||= LONG.test(unprotect(id)) && !ROUNDED.test(id)
    if (row instanceof Error) yield row
    else if (CHANGED.test(id) || (!hasExact && LONG.test(id) && ROUNDED.test(id)))
      yield new Error(`user_id ${row.user_id} was changed by a spreadsheet: import the column as text there`)
    else yield Object.fromEntries(Object.entries(row).map(([column, value]) => [column, unprotect(value)]))
  }
}

function protect(value: string): string {
  return UNSAFE.test(value) ? `'${value}` : value
}

function unprotect(value: string): string {
  return value.startsWith("'") && UNSAFE.test(value) ? value.slice(1) : value
}

/** The columns by position; false for one that is ignored. */
function readHeader(names: string[]): (string | false)[] {
  const columns = names.map((name) => name.trim())
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw new Error(
      `its first line must name the columns ${REQUIRED_COLUMNS.join(', ')}, separated by the --delimiter; missing: ${missing.join(', ')}, found: ${columns
        .map((name) => JSON.stringify(name))
        .join(', ')
        .slice(0, 200)}`,
    )
  const known: readonly string[] = TRANSFER_COLUMNS
  return columns.map((column) => known.includes(column) && column)
}
