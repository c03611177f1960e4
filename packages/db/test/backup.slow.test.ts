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
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup, saveBackup } from '../src/backup.ts'
import type { Database } from '../src/database.ts'
import { openEmbedded } from '../src/embedded-database.ts'
import { migrateToLatest } from '../src/migrate.ts'
import { findBackupAge, startBackups } from '../src/scheduled-backups.ts'
import { openTestDatabase } from './open-test-database.ts'

const version = '1.2.3'
const directory = mkdtempSync(join(tmpdir(), 'backup-'))
const file = join(directory, 'registry.backup')
afterAll(() => rmSync(directory, { recursive: true }))

const DAMAGES: [what: string, change: (bytes: Buffer) => Buffer | string, reason: RegExp][] = [
  // One byte of a compressed stream may change without a change of what it says.
  ['changed bytes', (bytes: Buffer) => bytes.fill(0, 1000, 1100), /is damaged/],
  ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), /is damaged/],
  ['all but the end', (bytes: Buffer) => bytes.subarray(0, -4), /is damaged/],
  ['nothing', () => Buffer.alloc(0), /no backup of this service/],
  ['another file', () => Buffer.from('a text'), /no backup of this service/],
  ['another archive', () => gzipSync(Buffer.alloc(1024)), /no backup of this service/],
  ['other lines', () => gzipSync('{"user_id":"1"}\n'), /no backup of this service/],
  ['bytes that are no text', () => gzipSync(Buffer.from([0xff, 10])), /is damaged/],
  [
    'a newer format',
    () => gzipSync('{"backup_format":2,"version":"9"}\n'),
    /format 2. If version 9, which made it, is newer/,
  ],
  [
    'a newer version with another column',
    () => edited('"username":', '"nickname":'),
    /the column timezones\.nickname. If version 1\.2\.3,/,
  ],
  ['a newer version with another table', () => edited('{"timezones":', '{"places":'), /the table places/],
]

describe.for(['the embedded database', 'a PostgreSQL server'] as const)('a backup of %s', (kind) => {
  let database: Database
  const restored = join(directory, 'restored')
  const open = (path: string) => (kind === 'a PostgreSQL server' ? openTestDatabase() : openEmbedded(path))
  beforeAll(async () => {
    database = await open(join(directory, 'data'))
    await migrateToLatest(database)
  })
  afterEach(() => rmSync(restored, { recursive: true, force: true }))
  afterAll(() => database[Symbol.asyncDispose]())

  /** The rows of a query on a database that was restored from the file. */
  async function readRestored(text: string, from = file): Promise<Record<string, unknown>[]> {
    await using copy = await open(restored)
    await migrateToLatest(copy)
    await restoreBackup(copy, from)
    return await run(copy, text)
  }

  test('has what was written before it, in one consistent state, while others write', async () => {
    // More than one batch.
    await run(
      database,
      `insert into timezones (user_id, username, timezone) select id, 'Name', 'UTC' from generate_series(1, 3000) id`,
    )
    let written = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        await set(database, `first-${written}`, `second-${written}`)
        written++
        // PGlite itself never lets timers run.
        await setImmediate()
      }
    }
    const writing = write()
    await expect.poll(() => written).toBeGreaterThan(20)
    const before = written
    const saving = saveBackup(database, file, { version })
    await saving
    isOver = true
    await writing
    expect(written).toBeGreaterThan(before)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const [counts] = await readRestored(
      `select count(*) filter (where user_id like 'first-%')::int as first, count(*) filter (where user_id like 'second-%')::int as second, count(*)::int as all from timezones`,
    )
    expect(counts?.first).toBeGreaterThanOrEqual(before)
    expect(counts).toEqual({
      first: counts?.first,
      second: counts?.first,
      all: 3000 + 2 * Number(counts?.first),
    })
  })

  test('has every column of every table, but the feed’s, exactly', async () => {
    await run(
      database,
      `insert into timezones (user_id, username, timezone, created_at, updated_at, visibility, availability)
       values ('odd', '"\\'' 𝓐', 'UTC', null, '2026-01-02 03:04:05.678901+00', 'private', 'hours;mo 09:00-17:00'),
              ('never', 'Never', 'UTC', '-infinity', 'infinity', 'unlisted', null);
       insert into sessions (id_hash, provider, issuer, subject, user_id, username) values ('hash', 'discord', 'y', '1', '1', 'Ann');
       insert into api_keys (name, key_hash, scopes, writes_per_minute) values ('bot', 'hash', '{records:read,"a b"}', 7);
       insert into used_once (hash, expires_at) values ('hash', 'infinity');
       insert into deployment (secret) values ('secret');
       insert into login_issuers (issuer, prefix, is_partial) values ('y', '', true)`,
    )
    await saveBackup(database, file, { version })
    await using copy = await open(restored)
    await migrateToLatest(copy)
    await restoreBackup(copy, file)
    const tables = await run(
      database,
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_name !~ '^timezone_' order by 1`,
    )
    expect(tables.length).toBeGreaterThanOrEqual(5)
    for (const { name } of tables) {
      const rows = `select to_jsonb(saved) - 'ord' - 'position' as row from ${name} saved order by 1`
      const before = await run(database, rows)
      expect(before.length, String(name)).toBeGreaterThan(0)
      expect(await run(copy, rows)).toEqual(before)
    }
    const next = `insert into api_keys (name, key_hash, scopes) values ('next', 'next', '{}') returning id`
    expect(await run(copy, next)).toEqual(await run(database, next))
    const placed = "select count(*)::int as count from timezones where ord > 0 and visibility = 'public'"
    expect(await run(copy, placed)).toEqual(await run(database, placed))
    await expect(restoreBackup(copy, file)).rejects.toThrow(/is not empty. Set DATA_DIR or DATABASE_URL/)
  })

  test('has nothing that was erased, and starts another feed', async () => {
    await set(database, 'erased-id')
    await run(database, `update timezones set username = 'Erased Name' where user_id = 'erased-id'`)
    await saveBackup(database, file, { version })
    expect(contents()).toContain('Erased Name')
    await run(database, `delete from timezones where user_id = 'erased-id'`)
    expect(await run(database, `select 1 from timezone_tombstones where user_id = 'erased-id'`)).toHaveLength(
      1,
    )
    await saveBackup(database, file, { version })
    expect(contents()).not.toMatch(/erased-id|Erased Name/)
    const incarnation = 'select incarnation from timezone_feed'
    expect(await readRestored(incarnation)).not.toEqual(await run(database, incarnation))
  })

  test('replaces an earlier one only when it is complete, and may be written twice at once', async () => {
    await saveBackup(database, file, { version })
    const earlier = readFileSync(file)
    const aborted = saveBackup(database, file, { version, signal: AbortSignal.abort() })
    const [first, second] = await Promise.allSettled([
      aborted,
      saveBackup(database, join(directory, 'second'), { version }),
    ])
    expect([first, second]).toMatchObject([
      { status: 'rejected', reason: { name: 'AbortError' } },
      { status: 'fulfilled' },
    ])
    expect(readFileSync(file).equals(earlier)).toBe(true)
    expect(readdirSync(directory).filter((name) => name.endsWith('.incomplete'))).toEqual([])
    expect(await run(database, 'select name from pg_cursors where is_holdable')).toEqual([])
  })

  test('that is damaged, missing, of a newer version or another file is refused with the reason, and changes nothing', async () => {
    const changed = join(directory, 'changed')
    await saveBackup(database, file, { version })
    await using copy = await open(restored)
    await migrateToLatest(copy)
    for (const [what, change, reason] of DAMAGES) {
      writeFileSync(changed, change(readFileSync(file)))
      await expect(restoreBackup(copy, changed), what).rejects.toThrow(reason)
      expect(await run(copy, 'select 1 from timezones'), what).toEqual([])
    }
    await expect(restoreBackup(copy, join(directory, 'missing'))).rejects.toThrow(/ENOENT/)
    await restoreBackup(copy, file)
  })
})

test('a scheduled backup is made when it is due; only the last ones are kept', async () => {
  await using database = await openTestDatabase()
  await migrateToLatest(database)
  const backups = join(directory, 'backups')
  mkdirSync(backups)
  const old = ['2020-01-01T000000Z', '2020-01-02T000000Z', '2020-01-03T000000Z']
  for (const time of old) writeFileSync(join(backups, `registry-${time}.backup`), '')
  writeFileSync(join(backups, 'registry-2020-01-04T000000Z.backup.incomplete'), '')
  // As after the clock was wrong, a file of somebody else, and one that may be in progress.
  const others = ['registry-2999-01-01T000000Z.backup', 'mine', 'registry-by-command.backup.incomplete'].map(
    (name) => join(backups, name),
  )
  for (const other of others) writeFileSync(other, '')
  const run = async (directory: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const schedule = { directory, everySeconds: 3600, keep: 3, onDone: resolve, onFailure: reject }
    await using _backups = startBackups({ database, version, ...schedule })
    return await promise
  }
  expect(await findBackupAge(backups)).toBeGreaterThan(100_000_000)
  const made = await run(backups)
  // The name of a file has no fractions of a second.
  expect(await findBackupAge(backups)).toBeLessThan(performance.now() / 1000 + 1)
  expect(
    readdirSync(backups)
      .map((name) => join(backups, name))
      .sort(),
  ).toEqual([...old.slice(1).map((time) => join(backups, `registry-${time}.backup`)), made, ...others].sort())
  expect(existsSync(made)).toBe(true)
  await expect(run(join(file, 'not a directory'))).rejects.toThrow(/ENOTDIR/)
})

function contents(): string {
  return gunzipSync(readFileSync(file)).toString()
}

function edited(text: string, replacement: string): Buffer {
  return gzipSync(contents().replaceAll(text, replacement))
}

function set(database: Database, ...ids: string[]): Promise<unknown> {
  const values = ids.map((id) => `('${id}', 'someone', 'Europe/Berlin')`).join()
  return run(
    database,
    `insert into timezones (user_id, username, timezone) values ${values} on conflict do nothing`,
  )
}

async function run(database: Database, text: string): Promise<Record<string, unknown>[]> {
  return (
    await database.withConnection(async (query) => {
      const statements = text.split(/;\s*\n/)
      for (const statement of statements.slice(0, -1)) await query(statement)
      return query(statements.at(-1) ?? '')
    })
  ).rows
}
