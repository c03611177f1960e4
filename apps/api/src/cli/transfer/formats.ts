import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { stringify as stringifyCsv } from 'csv-stringify'
import { streamObject } from 'stream-json/streamers/stream-object.js'
import { COLUMNS, escapeFormula, readCsv } from './csv.ts'
import { limitRecords, toUtf8 } from './encoding.ts'
import type { TransferRow } from './transfer-row.ts'

/** `json`: an object by user id, as in `/list`; `jsonl`: one record a line; `csv`: with a header line. */
export const FORMATS = ['json', 'jsonl', 'csv'] as const
export type Format = (typeof FORMATS)[number]

/**
 * The records of a source in UTF-8 or UTF-16, not validated. An `Error` stands for a row that cannot be read. Rejects if
 * the rest cannot be read either, or if a record has more than 8 MB.
 */
export async function* readValues({
  bytes,
  format,
}: {
  bytes: AsyncIterable<Uint8Array>
  format: Format
}): AsyncGenerator<unknown> {
  const { limit, reset } = limitRecords()
  for await (const value of READERS[format](limit(toUtf8(bytes)))) {
    reset()
    yield value
  }
}

const READERS: Record<Format, (bytes: AsyncIterable<Buffer>) => AsyncIterable<unknown>> = {
  csv: readCsv,
  jsonl: readLines,
  json: readObject,
}

async function* readObject(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const values = Readable.from(assertUtf8(bytes)).compose(streamObject.withParserAsStream())
  for await (const { key, value } of values)
    yield { ...(typeof value === 'object' ? value : {}), user_id: key }
}

async function* assertUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  for await (const line of splitLines(bytes)) {
    if (!isUtf8(line)) yield new Error('is not valid UTF-8')
    else if (line.toString().trim() !== '') yield parseJson(line.toString())
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return new Error('is not JSON')
  }
}

/** As bytes, so that invalid UTF-8 can be told from a replacement character. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)])
      parts = []
      from = end + 1
    }
    parts.push(chunk.subarray(from))
  }
  yield Buffer.concat(parts)
}

/** The text of an export, one page at a time. */
export async function* writeRows(
  pages: AsyncIterable<TransferRow[]>,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield* Readable.from(flatten(pages)).compose(
      stringifyCsv({ header: true, columns: [...COLUMNS], cast: { string: escapeFormula } }),
    )
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
