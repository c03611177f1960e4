import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { Option } from 'commander'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify'
import { streamObject } from 'stream-json/streamers/stream-object.js'
import type { TransferRow } from './transfer-store.ts'

/** `json`: an object by user id, as in `/list`; `jsonl`: one record a line; `csv`: with a header line. */
export const FORMATS = ['json', 'jsonl', 'csv'] as const
export type Format = (typeof FORMATS)[number]

const MAX_RECORD_BYTES = 8 * 2 ** 20
const MAX_CSV_RECORD_BYTES = 65_536
// An import needs the first three.
const COLUMNS = [
  'user_id',
  'username',
  'timezone',
  'created_at',
  'updated_at',
  'visibility',
  'availability',
] as const
type Column = (typeof COLUMNS)[number]
// What else people call them, without case, spaces and punctuation.
const SPELLINGS: Record<string, Column> = {
  id: 'user_id',
  name: 'username',
  timezoneid: 'timezone',
  zone: 'timezone',
  tz: 'timezone',
  created: 'created_at',
  updated: 'updated_at',
  ...Object.fromEntries(COLUMNS.map((column) => [column.replace('_', ''), column])),
}
const DELIMITERS = [',', ';', '\t', '|']
const SEPARATOR_LINE = /^"?sep=(.)"?\r?\n/i
// What a spreadsheet takes for a formula. An apostrophe before it makes it text.
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** The option `--format` of import and export. */
export function formatOption(hint: string): Option {
  return new Option('--format <format>', `${FORMATS.join(', ')}; ${hint}`).choices(FORMATS)
}

/** The text of an export, one page at a time. In CSV, a spreadsheet shows each value rather than runs it. */
export async function* writeRecords(
  pages: AsyncIterable<TransferRow[]>,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') {
    const string = (value: string) => (FORMULA.test(value) ? `'${value}` : value)
    const rows = Readable.from(pages).flatMap((page: TransferRow[]) => page)
    yield* rows.compose(stringify({ header: true, columns: [...COLUMNS], cast: { string } }))
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

/**
 * The records of a source in UTF-8 or UTF-16, not validated. An `Error` stands for a row that cannot be read. Rejects if
 * the rest cannot be read either, or if a record has more than 8 MB.
 */
export async function* readRecords(
  bytes: AsyncIterable<Uint8Array>,
  format: Format,
): AsyncGenerator<unknown> {
  let pending = 0
  async function* limited(): AsyncGenerator<Buffer> {
    for await (const chunk of toUtf8(bytes)) {
      pending += chunk.length
      if (pending > MAX_RECORD_BYTES) throw new Error('a record has more than 8 MB')
      yield chunk
    }
  }
  for await (const value of READERS[format](limited())) {
    pending = 0
    yield value
  }
}

const READERS = { csv: readCsv, jsonl: readLines, json: readObject }

async function* readObject(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const text = Readable.from(decode(bytes, 'utf-8')).compose(streamObject.withParserAsStream())
  for await (const { key, value } of text) yield { ...(typeof value === 'object' ? value : {}), user_id: key }
}

/** Rejects if the bytes are not in this encoding. */
async function* decode(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let last = ''
  for await (const chunk of bytes) {
    const lines = (last + chunk.toString('latin1')).split('\n')
    last = lines.pop() ?? ''
    yield* lines.map(parseLine).filter((value) => value !== undefined)
  }
  yield* [parseLine(last)].filter((value) => value !== undefined)
}

/** Undefined for an empty line. */
function parseLine(latin1: string): unknown {
  const line = fromLatin1(latin1)
  if (line === undefined) return new Error('is not valid UTF-8')
  try {
    return line.trim() === '' ? undefined : JSON.parse(line)
  } catch {
    return new Error('is not JSON')
  }
}

/** Detects the delimiter by the header, whose names may be spelled like `User ID`. Rejects if the header lacks a column. */
async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const hasHeader = (head: Buffer) => /\n[\s\S]*\n/.test(head.toString('latin1'))
  const { head, rest } = await takeHead(bytes, hasHeader)
  const text = head.toString('latin1')
  const [line = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  yield* Readable.from(concatenate(head.subarray(line.length), rest)).compose(
    parse({
      delimiter: separator ?? findDelimiter(text),
      encoding: 'latin1',
      columns: readHeader,
      on_record: toRow,
      max_record_size: MAX_CSV_RECORD_BYTES,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  )
}

/** The one that gives the most known columns; a comma for a header without any. */
function findDelimiter(head: string): string {
  const [line = ''] = head.split(/[\r\n]/)
  const known = (delimiter: string) => line.split(delimiter).filter((name) => columnOf(name)).length
  return DELIMITERS.toSorted((a, b) => known(b) - known(a))[0] ?? ','
}

function columnOf(name: string): Column | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return Object.hasOwn(SPELLINGS, plain) ? SPELLINGS[plain] : undefined
}

/** The columns by position; false for one that is ignored. */
function readHeader(names: string[]): (Column | false)[] {
  const exact: string[] = names.map((name) => name.trim())
  const similar = names.map(columnOf)
  const columns = similar.map((column, index) => {
    if (column === undefined) return false
    // One of exactly this name comes before those that only sound like it, and the first before the others.
    const chosen = exact.includes(column) ? exact.indexOf(column) : similar.indexOf(column)
    return chosen === index && column
  })
  const missing = COLUMNS.slice(0, 3).filter((column) => !columns.includes(column))
  if (missing.length === 0) return columns
  const found = names.map((name) => JSON.stringify(fromLatin1(name) ?? name)).join(', ')
  throw new Error(
    `its first line must name the columns user_id, username and timezone; missing: ${missing.join(', ')}, found: ${found.slice(0, 200)}`,
  )
}

function toRow(record: Record<string, string>): unknown {
  const row: Record<string, string | undefined> = {}
  for (const [column, value] of Object.entries(record)) {
    const text = fromLatin1(value)
    row[column] = text?.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
  }
  const invalid = Object.keys(row).filter((column) => row[column] === undefined)
  if (invalid.length === 0) return row
  const user = row.user_id === undefined ? '' : `user ${JSON.stringify(row.user_id)}: `
  return new Error(`${user}not valid UTF-8: ${invalid.join(', ')}`)
}

/**
 * Text from bytes that were read as one character each, so that invalid UTF-8 can be told from a replacement character.
 * Undefined if it is invalid.
 */
function fromLatin1(latin1: string): string | undefined {
  const bytes = Buffer.from(latin1, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : undefined
}

/** A file as UTF-8 without a byte-order mark. UTF-16 is known by its mark, or by the zeros between its letters. */
async function* toUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { head, rest } = await takeHead(bytes, (head) => head.length >= 4)
  const encoding = encodingOf(head)
  if (encoding !== 'utf-8')
    for await (const text of decode(concatenate(head, rest), encoding)) yield Buffer.from(text)
  else yield* concatenate(head.subarray(head.indexOf('\ufeff') === 0 ? 3 : 0), rest)
}

function encodingOf([first, second, third, fourth]: Buffer): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0)) return 'utf-16be'
  return 'utf-8'
}

/** Reads until there is enough, or 64 KB. */
async function takeHead(bytes: AsyncIterable<Uint8Array>, isEnough: (head: Buffer) => boolean) {
  const rest = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (!isEnough(head) && head.length < MAX_CSV_RECORD_BYTES) {
    const { value, done } = await rest.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  return { head, rest }
}

async function* concatenate(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield Buffer.from(next.value)
}
