import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { backUp } from '../src/embedded-backup.ts'
import { openEmbedded } from '../src/embedded-database.ts'
import { restore } from '../src/embedded-restore.ts'
import { migrateToLatest } from '../src/migrate.ts'
import { openDatabase } from '../src/open-database.ts'
import { findBackupAge, startBackups } from '../src/scheduled-backups.ts'

const directory = mkdtempSync(join(tmpdir(), 'embedded-backup-'))
const dataDir = join(directory, 'data')
const restored = join(directory, 'restored')
const file = join(directory, 'registry.backup')
const options = { version: '1.2.3', dataDir }
let database: Database
beforeAll(async () => {
  database = await openEmbedded(dataDir, undefined, { hasSocket: true })
  await migrateToLatest(database)
}, 60_000)
afterEach(() => rmSync(restored, { recursive: true, force: true }))
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

describe('a backup of the embedded database', { timeout: 60_000 }, () => {
  test('has what was written before it, in a consistent state, while others write', async () => {
    let written = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const [first, second] = [`first-${written}`, `second-${written}`]
        await set(first, second)
        written++
        // PGlite itself never lets timers run.
        await setImmediate()
      }
    }
    const writing = Promise.all([write()])
    await expect.poll(() => written).toBeGreaterThan(20)
    const before = written
    await backUp(database, file, options)
    isOver = true
    await writing
    expect(written).toBeGreaterThan(before)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    await restore(file, restored)
    const [counts] = await read(
      restored,
      `select count(*) filter (where user_id like 'first-%')::int as first, count(*) filter (where user_id like 'second-%')::int as second from timezones`,
    )
    expect(counts?.first).toBeGreaterThanOrEqual(before)
    expect(counts?.second).toBe(counts?.first)
  })

  test('may be written by another process through the socket, after one that was killed', async () => {
    await database.drizzle.execute(sql.raw("select pg_backup_start('killed')"))
    const joining = {
      url: undefined,
      hasSocket: true,
      joinsService: true,
      poolSize: 1,
      durability: 'checked',
    } as const
    await using command = await openDatabase({ ...joining, dataDir, onConnectionError: () => {} })
    await set('through the socket')
    await backUp(command, file, options)
    await restore(file, restored)
    expect(
      await read(restored, "select 1 as found from timezones where user_id = 'through the socket'"),
    ).toEqual([{ found: 1 }])
  })

  test('is not written twice at once, and replaces an earlier one only when it is complete', async () => {
    await backUp(database, file, options)
    const earlier = readFileSync(file)
    const [first, second] = await Promise.allSettled([
      backUp(database, file, { ...options, signal: AbortSignal.abort() }),
      backUp(database, join(directory, 'second'), options),
    ])
    expect([first, second]).toMatchObject([
      { status: 'rejected', reason: { name: 'AbortError' } },
      { status: 'rejected', reason: { message: expect.stringContaining('Another process is using') } },
    ])
    expect(readFileSync(file).equals(earlier)).toBe(true)
    expect(readdirSync(directory).filter((name) => name.endsWith('.incomplete'))).toEqual([])
    await backUp(database, file, options)
  })

  test.for([
    // One byte of a compressed stream may change without a change of what it says.
    ['changed bytes', (bytes: Buffer) => bytes.fill(0, 5000, 5100), /is damaged/],
    ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), /is damaged/],
    ['all but the end', (bytes: Buffer) => bytes.subarray(0, -4), /is damaged/],
    ['nothing', () => Buffer.alloc(0), /no backup of this service/],
    ['another file', () => Buffer.from('a text'), /no backup of this service/],
    ['another archive', () => gzipSync(Buffer.alloc(1024)), /no backup of this service/],
    [
      'a newer format',
      (bytes: Buffer) => {
        const text = gunzipSync(bytes).toString('latin1').replace('"format":1', '"format":2')
        return gzipSync(Buffer.from(text, 'latin1'))
      },
      /made by version 1\.2\.3, which is newer/,
    ],
  ] as const)('of %s is refused with the reason, and leaves nothing', async ([, change, reason]) => {
    const healthy = join(directory, 'healthy')
    if (!existsSync(healthy)) await backUp(database, healthy, options)
    const changed = join(directory, 'changed')
    writeFileSync(changed, change(readFileSync(healthy)))
    await expect(restore(changed, restored)).rejects.toThrow(reason)
    expect(readdirSync(restored).filter((name) => name.startsWith('pgdata'))).toEqual([])
  })

  test('of a newer version, whose migrations are not known, is refused', async () => {
    await database.drizzle.execute(
      sql.raw("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)"),
    )
    await backUp(database, file, options)
    await database.drizzle.execute(sql.raw("delete from drizzle.__drizzle_migrations where hash = 'newer'"))
    await expect(restore(file, restored)).rejects.toThrow(/version 1\.2\.3, which is newer/)
    expect(existsSync(join(restored, 'pgdata'))).toBe(false)
  })

  test('is not restored over a database, nor from a file that is missing', async () => {
    await backUp(database, file, options)
    await restore(file, restored)
    await expect(restore(file, restored)).rejects.toThrow(/already\. Move it away/)
    await expect(restore(file, dataDir)).rejects.toThrow(/Another process is using/)
    await expect(restore(join(directory, 'missing'), join(directory, 'other'))).rejects.toThrow(/ENOENT/)
  })

  test('on schedule is made when it is due; only the last ones are kept', async () => {
    const backups = join(directory, 'backups')
    mkdirSync(backups)
    const old = ['2020-01-01T000000Z', '2020-01-02T000000Z', '2020-01-03T000000Z']
    for (const time of old) writeFileSync(join(backups, `registry-${time}.backup`), '')
    writeFileSync(join(backups, 'registry-2020-01-04T000000Z.backup.incomplete'), '')
    // As after the clock was wrong, and a file of somebody else.
    const others = [
      'registry-2999-01-01T000000Z.backup',
      'mine',
      // It may be in progress.
      'registry-by-command.backup.incomplete',
    ].map((name) => join(backups, name))
    for (const other of others) writeFileSync(other, '')
    const run = async (directory: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const schedule = {
        database,
        directory,
        everySeconds: 3600,
        keep: 3,
        onDone: resolve,
        onFailure: reject,
      }
      await using _backups = startBackups({ ...options, ...schedule })
      return await promise
    }
    expect(await findBackupAge(backups)).toBeGreaterThan(100_000_000)
    const made = await run(backups)
    expect(await findBackupAge(backups)).toBeLessThan(60)
    expect(
      readdirSync(backups)
        .map((name) => join(backups, name))
        .sort(),
    ).toEqual(
      [...old.slice(1).map((time) => join(backups, `registry-${time}.backup`)), made, ...others].sort(),
    )
    await restore(made, restored)
    await expect(run(join(file, 'not a directory'))).rejects.toThrow(/ENOTDIR/)
  })
})

function set(...ids: string[]): Promise<unknown> {
  const values = ids.map((id) => `('${id}', 'someone', 'Europe/Berlin')`).join()
  return database.drizzle.execute(
    sql.raw(
      `insert into timezones (user_id, username, timezone) values ${values} on conflict (user_id) do nothing`,
    ),
  )
}

async function read(dataDir: string, text: string): Promise<Record<string, unknown>[]> {
  await using opened = await openEmbedded(dataDir)
  return (await opened.withConnection((query) => query(text))).rows
}
