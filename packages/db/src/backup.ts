import { createReadStream, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Query } from './database.ts'
import { databaseErrorKind, messageOf } from './database-error.ts'
import * as accessTables from './schema/access-tables.ts'
import * as recordTables from './schema/record-tables.ts'
import { inTransaction } from './transaction.ts'

type Source = Pick<Database, 'isServer' | 'withConnection'>
type Row = Record<string, string | null>

/** The first line of a backup: its format, and the version of the service that made it. */
type Head = { backup_format: number; version: string }

/** Backups of another format are refused. */
const FORMAT = 1
const BATCH_ROWS = 500
// A restored table has another feed, whose triggers set these.
const FEED_COLUMNS = ['ord', 'position']
const TABLES = [recordTables, accessTables]
  .flatMap((tables) => Object.values<unknown>(tables))
  .filter((value) => is(value, PgTable))
  .map((table) => {
    const { name, columns } = getTableConfig(table)
    const saved = columns.filter((column) => !FEED_COLUMNS.includes(column.name))
    const identities = columns.filter(({ generatedIdentity }) => generatedIdentity !== undefined)
    return {
      name,
      columns: saved.map((column) => column.name),
      identities: identities.map((column) => column.name),
    }
  })
// Nobody's data is in the others of an empty database.
const OF_PEOPLE = ['timezones', 'sessions', 'api_keys']

/** Writes every record, session and key, as of the beginning, and replaces an earlier file once it is complete. */
export function saveBackup(
  database: Source,
  file: string,
  options: { version: string; signal?: AbortSignal },
): Promise<void> {
  return replaceFile(file, async (incomplete) => writeBackup(database, await createFile(incomplete), options))
}

/** A stream to a file that is already open: until a stream is read or written, nothing handles its errors. */
export async function createFile(path: string): Promise<Writable> {
  const file = await open(path, 'w', 0o600)
  return file.createWriteStream({ flush: true })
}

/** Gives a file its name once `write` has written it completely. */
export async function replaceFile(file: string, write: (path: string) => Promise<void>): Promise<void> {
  const incomplete = `${file}.incomplete`
  try {
    await write(incomplete)
    renameSync(incomplete, file)
  } catch (error) {
    rmSync(incomplete, { force: true })
    throw error
  }
}

/** As `saveBackup`, to a stream, which it ends. */
export async function writeBackup(
  database: Source,
  output: Writable,
  { version, signal }: { version: string; signal?: AbortSignal },
): Promise<void> {
  const suffix = crypto.randomUUID().slice(0, 8)
  const cursors = TABLES.map(({ name, columns }) => ({ name, columns, cursor: `backup_${name}_${suffix}` }))
  const declare = async (query: Query, kind: string) => {
    for (const { name, columns, cursor } of cursors)
      await query(
        `declare ${cursor} no scroll cursor ${kind} for select ${columns.map(toText).join()} from ${name}`,
      )
  }
  const write = (read: Read) =>
    pipeline(Readable.from(toLines(cursors, read, version)), createGzip({ level: 1 }), output, { signal })

  const fetchAll = (query: Query) =>
    inTransaction(query, async () => {
      await query('set transaction isolation level repeatable read, read only')
      await declare(query, '')
      await write(query)
    })
  if (database.isServer) return database.withConnection(fetchAll)

  // It has one session, in which a transaction keeps all others waiting: the rows are copied when this one is committed.
  const copyAll = (query: Query) =>
    inTransaction(query, async () => {
      await query('set transaction isolation level repeatable read')
      await query(`set local work_mem = '64MB'`)
      await declare(query, 'with hold')
    })
  await database.withConnection(copyAll)
  const read: Read = (text) => database.withConnection((query) => query(text))
  try {
    await write(read)
  } finally {
    for (const { cursor } of cursors) await read(`close ${cursor}`)
  }
}

type Read = (text: string) => ReturnType<Query>

async function* toLines(cursors: { name: string; cursor: string }[], read: Read, version: string) {
  yield `${JSON.stringify({ backup_format: FORMAT, version } satisfies Head)}\n`
  for (const { name, cursor } of cursors)
    for (;;) {
      const { rows } = await read(`fetch ${BATCH_ROWS} from ${cursor}`)
      if (rows.length === 0) break
      yield rows.map((row) => `${JSON.stringify({ [name]: row })}\n`).join('')
      // PGlite itself never lets others run.
      await setImmediate()
    }
}

// Written by PostgreSQL and read by it again, whatever the type is.
function toText(column: string): string {
  return `${column}::text`
}

/** Fills an empty, migrated database from a backup. Changes nothing if it is not empty, or the backup is not readable. */
export function restoreBackup({ withConnection }: Database, file: string): Promise<void> {
  return withConnection((query) =>
    inTransaction(query, async () => {
      const found = OF_PEOPLE.map((name) => `exists (select from ${name})`).join(' or ')
      const { rows } = await query(`select ${found} as found`)
      if (rows[0]?.found === true)
        throw new Error(
          'The database is not empty. Set DATA_DIR or DATABASE_URL to one without records and keys.',
        )
      for (const { name } of TABLES) await query(`delete from ${name}`)
      await pipeline(createReadStream(file), createGunzip(), (bytes) => insertAll(query, bytes)).catch(
        (error: unknown) => {
          throw explain(error, file)
        },
      )
      for (const { name, identities } of TABLES)
        for (const column of identities)
          await query(
            `select setval(pg_get_serial_sequence('${name}', '${column}'), max(${column})) from ${name}`,
          )
    }),
  )
}

/** What a backup says cannot be read, or not by this version. */
class NotABackup extends Error {}

function explain(error: unknown, file: string): unknown {
  const kind = databaseErrorKind(error)
  const isOfBackup = error instanceof NotABackup || kind === 'invalid_input' || kind === 'conflict'
  const isOfBytes = /^(?:Z_|ERR_ENCODING)/.test((error as NodeJS.ErrnoException).code ?? '')
  if (!isOfBackup && !isOfBytes) return error
  return new Error(`${file} is damaged, or no backup of this service: ${messageOf(error)}`, { cause: error })
}

async function insertAll(query: Query, bytes: AsyncIterable<Buffer>): Promise<void> {
  let version: string | undefined
  let batch: { name: string; rows: Row[] } = { name: '', rows: [] }
  const insertBatch = async () => {
    if (batch.rows.length > 0) await insertRows(query, batch)
  }
  for await (const line of readLines(bytes)) {
    const value = parse(line)
    if (version === undefined) {
      version = versionOf(value)
      continue
    }
    const [[name, row] = ['', {}]] = Object.entries(value as Record<string, Row>)
    assertKnown(name, row, version)
    if (name !== batch.name || batch.rows.length === BATCH_ROWS) {
      await insertBatch()
      batch = { name, rows: [] }
    }
    batch.rows.push(row)
  }
  if (version === undefined) throw new NotABackup('it is empty')
  await insertBatch()
}

async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new NotABackup('its last line has no end')
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new NotABackup('it is not JSON')
  }
}

function versionOf(value: unknown): string {
  const { backup_format: format, version = 'unknown' } = (value ?? {}) as Partial<Head>
  if (format === undefined) throw new NotABackup('its first line is another')
  if (format !== FORMAT) throw newer(version, `format ${format}`)
  return version
}

function assertKnown(name: string, row: Row, version: string): void {
  const table = TABLES.find((known) => known.name === name)
  if (table === undefined) throw newer(version, `the table ${name}`)
  const unknown = Object.keys(row).find((column) => !table.columns.includes(column))
  if (unknown !== undefined) throw newer(version, `the column ${name}.${unknown}`)
}

function newer(version: string, what: string): NotABackup {
  return new NotABackup(
    `it has ${what}. If version ${version}, which made it, is newer, restore it with that one`,
  )
}

/** Columns that the backup lacks get their defaults. */
async function insertRows(query: Query, { name, rows }: { name: string; rows: Row[] }): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join()
  await query(
    `insert into ${name} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [JSON.stringify(rows)],
  )
}
