import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { migrateToLatest } from '../src/migrate.ts'
import { type Database, openDatabase } from '../src/open-database.ts'
import { appendMigration, copyMigrations, migrationTags } from './migrations-folder.ts'
import { openTestDatabase } from './open-test-database.ts'

const SCRIPT = fileURLToPath(new URL('./migrate-process.ts', import.meta.url))
const INDEX = 'idx_timezones_public_name'
const AFTER_0008 = migrationTags.slice(9)

describe('an index that is built concurrently', () => {
  test('is rebuilt after a start that was killed during the build', async () => {
    await using database = await openBefore0009()
    await using writer = await openWriter(database.url)
    const killed = spawn(process.execPath, [SCRIPT, database.url])
    await expect.poll(() => findIndexState(database), { timeout: 20_000 }).toBe('invalid')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    await endBuild(database)
    await writer.commit()
    expect(await findIndexState(database), 'the leftover').toBe('invalid')

    expect(await migrateToLatest(database)).toEqual(AFTER_0008)
    expect(await findIndexState(database)).toBe('valid')
    expect(await migrateToLatest(database)).toEqual([])
  })

  test('does not wait for the processes that are waiting for it', async () => {
    await using database = await openBefore0009()
    await using writer = await openWriter(database.url)
    const first = migrateToLatest(database)
    await expect.poll(() => findIndexState(database), { timeout: 20_000 }).toBe('invalid')
    const { promise: waiting, resolve: onWait } = Promise.withResolvers<void>()
    const second = migrateToLatest(database, { onWaiting: () => onWait() })
    await waiting
    await writer.commit()

    expect(await Promise.all([first, second])).toEqual([AFTER_0008, []])
    expect(await findIndexState(database)).toBe('valid')
  })

  test('is also built in the embedded database', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
    try {
      await using database = await openDatabase({
        url: undefined,
        dataDir,
        poolSize: 1,
        durability: 'checked',
        onConnectionError: () => {},
      })
      expect(await migrateToLatest(database)).toEqual(migrationTags)
      expect(await findIndexState(database)).toBe('valid')
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})

describe('a migration outside a transaction', () => {
  const SLOW_STEP = '-- no-transaction\nselect pg_sleep(0.7)'
  const SHORT_TIMEOUTS = ['statement_timeout = 500', 'idle_in_transaction_session_timeout = 300']

  test('is not subject to the database’s timeouts', async () => {
    await using database = await openTestDatabase()
    await migrateToLatest(database)
    await shortenTimeouts(database)
    using copy = copyMigrations()
    appendMigration(copy.folder, SLOW_STEP)
    expect(await migrateToLatest(database, copy)).toEqual(['9999_appended'])
  })

  test.skipIf(pgBouncerMissing() !== undefined)(
    'is bound by them through a pooler, and the error says what to do',
    async () => {
      await using direct = await openTestDatabase()
      await migrateToLatest(direct)
      await shortenTimeouts(direct)
      await using pooler = await startTestPgBouncer({ serverUrl: direct.url })
      await using database = await openTestDatabase({ url: pooler.url })
      using copy = copyMigrations()
      appendMigration(copy.folder, SLOW_STEP)
      await expect(migrateToLatest(database, copy)).rejects.toThrow(
        /9999_appended failed: .*statement timeout.*DATABASE_URL of the server itself/,
      )
      expect(await migrateToLatest(direct, copy)).toEqual(['9999_appended'])
    },
  )

  test('that fails keeps the migrations before it, and the next start continues there', async () => {
    await using database = await openTestDatabase()
    using broken = copyMigrations()
    appendMigration(broken.folder, '-- no-transaction\nselect no_such_function()')
    await expect(migrateToLatest(database, broken)).rejects.toThrow(
      /Migration 9999_appended failed: function no_such_function\(\) does not exist. The next start tries it again/,
    )

    using repaired = copyMigrations()
    appendMigration(repaired.folder, '-- no-transaction\ncreate table step (id int)')
    appendMigration(repaired.folder, 'alter table step add name text', { tag: '9999_b', when: 1e13 })
    expect(await migrateToLatest(database, repaired)).toEqual(['9999_appended', '9999_b'])
  })

  async function shortenTimeouts(database: Database & { url: string }): Promise<void> {
    await database.withConnection(async (query) => {
      for (const setting of SHORT_TIMEOUTS)
        await query(`alter database ${new URL(database.url).pathname.slice(1)} set ${setting}`)
    })
  }
})

async function openBefore0009() {
  const database = await openTestDatabase({ url: await createTestDatabase() })
  using older = copyMigrations({ before: '0009' })
  await migrateToLatest(database, older)
  return database
}

/** An uncommitted write: an index build waits for it before it reads the table. */
async function openWriter(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query("insert into timezones (user_id, username, timezone) values ('1', 'ann', 'UTC')")
  return {
    commit: () => client.query('commit'),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** Ends the build whose process was killed, as the server does when it notices that. */
async function endBuild(database: Database): Promise<void> {
  const end = () =>
    database.withConnection((query) =>
      query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ilike '%create index concurrently%'",
      ),
    )
  expect((await end()).rows.length, 'backends that build').toBe(1)
  await expect.poll(async () => (await end()).rows.length).toBe(0)
}

function findIndexState(database: Database): Promise<string | undefined> {
  return database.withConnection(async (query) => {
    const { rows } = await query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
      INDEX,
    ])
    if (rows[0] === undefined) return undefined
    return rows[0].indisvalid === true ? 'valid' : 'invalid'
  })
}
