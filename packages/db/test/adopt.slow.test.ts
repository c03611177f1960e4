import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { migrateToLatest } from '../src/migrate.ts'
import { migrationTags } from './migrations-folder.ts'
import { openTestDatabase } from './open-test-database.ts'

const SCRIPT = fileURLToPath(new URL('./migrate-process.ts', import.meta.url))
const ROWS = Number(process.env.UPGRADE_ROWS ?? 100_000)
// As the original service leaves it.
const TABLE = `create table timezones (user_id text primary key, username text not null, timezone text not null,
  created_at timestamptz default now(), updated_at timestamptz default now())`
const ROWS_OF_TABLE = `insert into timezones (user_id, username, timezone)
  select 'row ' || n, 'Name ' || n, 'Europe/Berlin' from generate_series(1, ${ROWS}) n`

for (const way of ['directly', 'through a pooler'])
  test.skipIf(way !== 'directly' && pgBouncerMissing() !== undefined)(
    `the original service’s table is adopted ${way}, with every row where it was`,
    async () => {
      await using database = await openOriginal()
      await using pooler =
        way === 'directly' ? undefined : await startTestPgBouncer({ serverUrl: database.url })
      await using migrated = await openTestDatabase({ url: pooler?.url ?? database.url })
      const rows = async () =>
        run(
          database,
          `select pg_relation_filenode('timezones') as file, count(*)::int as count, max(updated_at) as newest,
             count(*) filter (where timezone_name = 'Europe/Berlin')::int as intact
           from (select updated_at, timezone as timezone_name from timezones) as rows`,
        )
      const before = await rows()
      expect(before).toMatchObject([{ count: ROWS, intact: ROWS }])
      expect(await migrateToLatest(migrated)).toEqual(migrationTags)
      expect(await rows()).toEqual(before)
      expect(await migrateToLatest(migrated)).toEqual([])
      await run(database, "update timezones set timezone = 'Asia/Tokyo' where user_id = 'row 1'")
      expect(await run(database, 'select user_id from timezones where ord > 0')).toEqual([
        { user_id: 'row 1' },
      ])
    },
  )

test('a process that is killed in the middle leaves nothing, and the next one migrates', async () => {
  await using database = await openOriginal()
  await run(
    database,
    `create function wait() returns event_trigger language plpgsql as $$ begin perform pg_sleep(3600); end $$;
    create event trigger slow on ddl_command_start when tag in ('CREATE SEQUENCE') execute function wait()`,
  )
  const killed = spawn(process.execPath, [SCRIPT, database.url])
  const sleeping = () =>
    run(
      database,
      "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
    )
  await expect.poll(async () => (await sleeping()).length).toBe(1)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await expect.poll(async () => (await sleeping()).length).toBe(0)
  await run(database, 'drop event trigger slow')
  expect(await migrateToLatest(database)).toEqual(migrationTags)
})

test('a backup that reads the table is waited for, or named when it does not end', async () => {
  await using database = await openOriginal()
  const backup = new pg.Client(database.url)
  await backup.connect()
  await backup.query('begin; select from timezones limit 1')
  await expect(migrateToLatest(database, { waitSeconds: 1 })).rejects.toThrow(
    /^Migration 000\d_\w+ failed: canceling statement due to lock timeout\. Nothing was changed\.$/,
  )
  const { promise: waiting, resolve: onWaiting } = Promise.withResolvers<string>()
  const migrating = migrateToLatest(database, { onWaiting })
  expect(await waiting).toBe('Another transaction holds a lock on a table. Waiting up to 60 s for it')
  await backup.end()
  expect(await migrating).toEqual(migrationTags)
})

async function openOriginal() {
  const database = await openTestDatabase({ url: await createTestDatabase() })
  await run(database, TABLE)
  await run(database, ROWS_OF_TABLE)
  return database
}

function run(database: Database, statement: string) {
  return database.withConnection(async (query) => (await query(statement)).rows)
}
