import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

/** The columns of an export, in order. An import needs the first three. */
export const COLUMNS = ['user_id', 'username', 'timezone', 'created_at', 'updated_at', 'visibility'] as const
type Column = (typeof COLUMNS)[number]

const REQUIRED = COLUMNS.slice(0, 3)
// What else people call them, without case, spaces and punctuation.
const SPELLINGS: Record<string, Column> = {
  userid: 'user_id',
  id: 'user_id',
  username: 'username',
  name: 'username',
  timezone: 'timezone',
  timezoneid: 'timezone',
  zone: 'timezone',
  tz: 'timezone',
  createdat: 'created_at',
  created: 'created_at',
  updatedat: 'updated_at',
  updated: 'updated_at',
  visibility: 'visibility',
}
const DELIMITERS = [',', ';', '\t', '|']
const SEPARATOR_LINE = /^"?sep=(.)"?\r?\n/i
const MAX_RECORD_BYTES = 65_536
// What a spreadsheet takes for a formula. An apostrophe before it makes it text.
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** A value as a spreadsheet shows it, rather than runs it. */
export function escapeFormula(value: string): string {
  return FORMULA.test(value) ? `'${value}` : value
}

function unescapeFormula(value: string): string {
  return value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value
}

/**
 * The rows of a CSV file in UTF-8, by the columns of an export; an `Error` for one that is not valid UTF-8. Detects the
 * delimiter by the header, whose names may be spelled like `User ID`. Throws if the header lacks a column.
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const { head, rest } = await takeFirstLine(bytes)
  const [line = '', separator] = SEPARATOR_LINE.exec(head.toString('latin1')) ?? []
  const delimiter = separator ?? findDelimiter(head.toString('latin1'))
  const all = Readable.from(startingWith(head.subarray(line.length), rest))
  const records = all.compose(
    // Each byte becomes a character, so that invalid UTF-8 can be told from a replacement character.
    parse({
      delimiter,
      encoding: 'latin1',
      max_record_size: MAX_RECORD_BYTES,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  )
  let columns: (Column | undefined)[] | undefined
  for await (const record of records as AsyncIterable<string[]>)
    if (columns === undefined) columns = readHeader(record)
    else yield toRow(columns, record)
}

async function takeFirstLine(bytes: AsyncIterable<Buffer>) {
  const rest = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (!/\n[\s\S]*\n/.test(head.toString('latin1')) && head.length < MAX_RECORD_BYTES) {
    const { value, done } = await rest.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  return { head, rest }
}

async function* startingWith(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** The one that gives the most known columns; a comma for a header without any. */
function findDelimiter(head: string): string {
  const [line = ''] = head.split(/[\r\n]/)
  const known = (delimiter: string) =>
    line.split(delimiter).filter((name) => columnOf(name) !== undefined).length
  return DELIMITERS.toSorted((a, b) => known(b) - known(a))[0] ?? ','
}

function columnOf(name: string): Column | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return Object.hasOwn(SPELLINGS, plain) ? SPELLINGS[plain] : undefined
}

function readHeader(names: readonly string[]): (Column | undefined)[] {
  // A column of exactly this name comes before one that only sounds like it.
  const exact = new Set<string>(names.map((name) => name.trim()))
  const columns = names.map((name) => {
    const column = columnOf(name)
    return column !== undefined && exact.has(column) && name.trim() !== column ? undefined : column
  })
  const missing = REQUIRED.filter((column) => !columns.includes(column))
  if (missing.length === 0) return columns
  const found = names.map((name) => JSON.stringify(decode(name) ?? name)).join(', ')
  throw new Error(
    `its first line must name the columns user_id, username and timezone; ${missing.join(', ')} is missing in ${found.slice(0, 200)}`,
  )
}

function toRow(columns: readonly (Column | undefined)[], record: readonly string[]): unknown {
  const row: Record<string, string> = {}
  const invalid: string[] = []
  for (const [index, column] of columns.entries()) {
    const value = record[index]
    if (column === undefined || value === undefined || column in row) continue
    const text = decode(value)
    if (text === undefined) invalid.push(column)
    else row[column] = unescapeFormula(text)
  }
  return invalid.length === 0
    ? row
    : new Error(`user ${JSON.stringify(row.user_id)}: ${invalid.join(', ')} is not valid UTF-8`)
}

/** Undefined for bytes that are not UTF-8. */
function decode(latin1: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
  if (/^[\x00-\x7f]*$/.test(latin1)) return latin1
  const bytes = Buffer.from(latin1, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : undefined
}
