import { Readable } from 'node:stream'
import { parse as parseCsv } from 'csv-parse'
import { stringify as stringifyCsv } from 'csv-stringify'
import splitLines from 'split2'
import { streamObject } from 'stream-json/streamers/stream-object.js'
import type { TransferRow } from './transfer-row.ts'

/** `json`: an object by user id, as in `/list`; `jsonl`: one record a line; `csv`: with a header line. */
export const FORMATS = ['json', 'jsonl', 'csv'] as const
export type Format = (typeof FORMATS)[number]

const COLUMNS = ['user_id', 'username', 'timezone', 'created_at', 'updated_at', 'visibility'] as const

/** The records of a source, not validated. A line that is not JSON yields undefined. */
export async function* readValues({
  bytes,
  format,
}: {
  bytes: Readable
  format: Format
}): AsyncGenerator<unknown> {
  if (format === 'csv')
    yield* bytes.compose(
      parseCsv({ columns: true, bom: true, skip_empty_lines: true, relax_column_count: true }),
    )
  else if (format === 'jsonl') yield* readLines(bytes)
  else
    for await (const { key, value } of bytes.compose(streamObject.withParserAsStream()))
      yield { ...(typeof value === 'object' ? value : {}), user_id: key }
}

async function* readLines(bytes: Readable): AsyncGenerator<unknown> {
  // Node's readline also ends a line at U+2028, which a name may contain.
  for await (const line of bytes.compose(splitLines())) {
    if (line.trim() === '') continue
    try {
      yield JSON.parse(line)
    } catch {
      yield undefined
    }
  }
}

/** The text of an export, one page at a time. */
export async function* writeRows(
  pages: AsyncIterable<TransferRow[]>,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield* Readable.from(flatten(pages)).compose(stringifyCsv({ header: true, columns: [...COLUMNS] }))
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

async function* flatten(pages: AsyncIterable<TransferRow[]>): AsyncGenerator<TransferRow> {
  for await (const page of pages) yield* page
}
