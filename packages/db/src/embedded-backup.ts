import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { Header } from 'tar'
import { lockFile } from './data-directory.ts'
import type { Database } from './database.ts'
import { rootCause } from './database-error.ts'

/** The first file of a backup: what made it. */
export type Manifest = { format: typeof FORMAT; version: string; postgres: string }

/** Backups of another format are refused. */
export const FORMAT = 1
/** The name of the first file. */
export const MANIFEST = 'timezone-registry-backup.json'
const TAR_BLOCK = 512
// Of the running process, and empty in a cluster that is restored.
const NOT_COPIED = /^(?:pg_wal\/.+|postmaster\.(?:pid|opts)|lock(?:-journal)?)$/
const NOT_IN_PREREQUISITE_STATE = '55000'
const CHUNK_BYTES = 256 * 1024

/** What a backup is made of. */
export type BackupOptions = {
  /** Of the service that writes it. */
  version: string
  /** The directory of the database, which may be in use, by another process as well. */
  dataDir: string
  /** Ends it: `backUp` rejects. */
  signal?: AbortSignal | undefined
}

/**
 * Writes everything in the embedded database to a file, as of the end of the backup, and replaces an earlier file once it
 * is complete. Does not keep others from reading and writing meanwhile. Rejects if another backup is being written.
 */
export async function backUp(
  { drizzle }: Pick<Database, 'drizzle'>,
  file: string,
  { version, dataDir, signal }: BackupOptions,
): Promise<void> {
  const cluster = join(dataDir, 'pgdata')
  using _lock = lockFile(join(dataDir, 'backup-lock'))
  const select = async (query: string) =>
    ((await drizzle.execute(sql.raw(query))) as unknown as { rows: Record<string, string>[] }).rows[0] ?? {}

  async function* files(): AsyncGenerator<Buffer> {
    const { postgres = '' } = await select("select current_setting('server_version') as postgres")
    yield* toFile(MANIFEST, { format: FORMAT, version, postgres } satisfies Manifest)
    const { first = '' } = await start(select)
    for (const path of await listFiles(cluster)) yield* copyFile(cluster, path)
    const { label = '', last = '' } = await select(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    )
    yield* toFile('backup_label', label)
    for (const path of await listLog(cluster, { first, last })) yield* copyFile(cluster, path)
    yield Buffer.alloc(2 * TAR_BLOCK)
  }

  const incomplete = `${file}.incomplete`
  try {
    const output = createWriteStream(incomplete, { mode: 0o600, flush: true })
    await pipeline(Readable.from(files()), createGzip({ level: 1 }), output, { signal })
    renameSync(incomplete, file)
  } catch (error) {
    rmSync(incomplete, { force: true })
    throw error
  }
}

type Select = (query: string) => Promise<Record<string, string>>

/** PostgreSQL notes what changes from now on, so that files may be copied one after the other. */
async function start(select: Select): Promise<Record<string, string>> {
  const begin = () => select("select pg_walfile_name(pg_backup_start('registry', true)) as first")
  return begin().catch(async (error: unknown) => {
    if ((rootCause(error) as { code?: string }).code !== NOT_IN_PREREQUISITE_STATE) throw error
    // Nobody else is writing one, so its process was killed.
    await select('select lsn from pg_backup_stop(false)')
    return begin()
  })
}

/** The paths in a cluster: its files and, with a slash at the end, its directories. */
export async function listFiles(cluster: string): Promise<string[]> {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true })
  return entries
    .map((entry) => {
      const path = relative(cluster, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
      return entry.isDirectory() ? `${path}/` : path
    })
    .filter((path) => !NOT_COPIED.test(path))
    .sort()
}

/** The files of the log from one to another. Rejects if one has gone meanwhile. */
async function listLog(cluster: string, { first, last }: { first: string; last: string }): Promise<string[]> {
  const names = (await readdir(join(cluster, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  if (!names.includes(first) || !names.includes(last))
    throw new Error('The log that the backup needs was removed by a checkpoint. Try again.')
  return names.filter((name) => name >= first && name <= last).map((name) => `pg_wal/${name}`)
}

/**
 * A file as an archive has it: as long as it was when it was opened. What it loses or gains meanwhile is in the log, and so
 * is a file that has gone.
 */
async function* copyFile(cluster: string, path: string): AsyncGenerator<Buffer> {
  if (path.endsWith('/')) return yield toHeader(path, 'Directory')
  const file = await open(join(cluster, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !path.startsWith('pg_wal/')) return undefined
    throw error
  })
  if (file === undefined) return
  await using _closed = file
  const { size } = await file.stat()
  yield toHeader(path, 'File', size)
  const padded = Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
  for (let offset = 0; offset < padded; offset += CHUNK_BYTES) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, padded - offset))
    await file.read(chunk, 0, Math.min(chunk.length, size - offset), offset)
    yield chunk
  }
}

function* toFile(path: string, content: string | object): Generator<Buffer> {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  yield toHeader(path, 'File', bytes.length)
  yield Buffer.concat([bytes], Math.ceil(bytes.length / TAR_BLOCK) * TAR_BLOCK)
}

function toHeader(path: string, type: 'File' | 'Directory', size = 0): Buffer {
  const header = new Header({ path, type, size, mode: type === 'File' ? 0o600 : 0o700, mtime: new Date() })
  header.encode()
  return header.block as Buffer
}
