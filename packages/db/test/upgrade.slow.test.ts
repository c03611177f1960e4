import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { migrateToLatest } from '../src/migrate.ts'
import { settleChangeFeed } from '../src/settle-feed.ts'
import { copyMigrations, migrationTags } from './migrations-folder.ts'
import { openTestDatabase } from './open-test-database.ts'

// With UPGRADE_ROWS=1000000, a scan under a lock also takes longer than a statement waits; a rewrite is found with any.
const ROWS = Number(process.env.UPGRADE_ROWS ?? 1000)
const USERS = 50
const OLDEST_TABLE =
  'create table timezones (user_id text primary key, username text not null, timezone text not null)'
// As the service sets them: a statement that waits longer than this for a lock results in a 503.
const LOCK_TIMEOUT_MILLISECONDS = 1000

describe('an older version that continues to serve while this one migrates', () => {
  test.for([
    ['a table created by another program', 0] as const,
    ...migrationTags.slice(0, -1).map((tag, index) => [tag, index + 1] as const),
  ])(
    'from %s: none of its statements fails or waits too long for a lock, the table is not rewritten, and no row is lost',
    { timeout: 120_000 },
    async ([, applied]) => {
      await using database = await openOlder(migrationTags[applied] ?? '')
      if (applied === 0) await database.withConnection((query) => query(OLDEST_TABLE))
      await database.withConnection((query) =>
        query(
          // Without the trigger of the old log, which takes minutes if autovacuum analyses the log at the wrong moment.
          `set session_replication_role = replica;
           insert into timezones (user_id, username, timezone) select 'row ' || n, 'name ' || n, 'Europe/Berlin' from generate_series(1, ${ROWS}) n;
           reset session_replication_role`,
        ),
      )

      const before = await fileOf(database)

      await using serving = await startServing(database.url)
      expect(await migrateToLatest(database)).toHaveLength(migrationTags.length - applied)
      await serving.until(200)
      const { last, failures } = await serving.stop()

      expect(failures).toEqual([])
      expect(await fileOf(database)).toEqual(before)
      const { rows } = await database.withConnection((query) =>
        query(
          `select count(*) filter (where user_id like 'row %')::int as rows, count(*) filter (where username is null or timezone is null)::int as broken from timezones`,
        ),
      )
      expect(rows).toEqual([{ rows: ROWS, broken: 0 }])
      const written = await database.withConnection((query) =>
        query("select user_id, username from timezones where user_id like 'user %'"),
      )
      expect(new Map(written.rows.map(({ user_id, username }) => [user_id, username]))).toEqual(last)
    },
  )

  test('the log of the previous version is written until a day after the upgrade, and then dropped', async () => {
    await using database = await openOlder('0005')
    const run = (statement: string) => database.withConnection((query) => query(statement))
    await run("insert into timezones (user_id, username, timezone) values ('before', 'x', 'UTC')")
    await migrateToLatest(database)
    await run("set search_path = ''; insert into public.timezones values ('after', 'x', 'UTC')")
    await settleChangeFeed(database)
    expect((await run('select user_id from timezone_changes order by position')).rows).toEqual([
      { user_id: 'before' },
      { user_id: 'after' },
    ])
    expect((await run('select user_id, ord > 0 as has_place from timezones order by user_id')).rows).toEqual([
      { user_id: 'after', has_place: true },
      { user_id: 'before', has_place: false },
    ])

    await run(
      "update timezone_feed set created_at = now() - interval '25 hours', written_by = pg_current_xact_id()::text::bigint",
    )
    await settleChangeFeed(database)
    expect((await run("select to_regclass('timezone_changes') as log")).rows).toEqual([{ log: null }])
    await run("update timezones set timezone = 'Asia/Tokyo'")
  })

  test('a backup that reads the table for longer than a statement waits: nothing fails, and the migration waits', async () => {
    await using database = await openOlder('0005')
    await using backup = await holdReadLock(database.url)
    await using serving = await startServing(database.url)

    const reasons: string[] = []
    const migrating = migrateToLatest(database, { onWaiting: (reason) => reasons.push(reason) })
    await expect.poll(() => reasons, { timeout: 5000 }).not.toEqual([])
    // The service's statements pass between the attempts.
    await serving.until(200)
    await backup.end()

    expect(await migrating).toContain('0005_order_records')
    expect((await serving.stop()).failures).toEqual([])
    expect(reasons).toEqual(['Another transaction holds a lock on a table. Waiting up to 60 s for it'])
  })

  test('a backup that does not end: the migration gives up with its name, and changes nothing', async () => {
    await using database = await openOlder('0005')
    await using _backup = await holdReadLock(database.url)
    await expect(migrateToLatest(database, { waitSeconds: 1 })).rejects.toThrow(
      'Migration 0005_order_records failed: canceling statement due to lock timeout. Nothing was changed.',
    )
  })

  test('a start during a backup leaves the log of the previous version to a later start', async () => {
    await using database = await openOlder('0005')
    const run = (statement: string) => database.withConnection((query) => query(statement))
    await run("insert into timezones (user_id, username, timezone) values ('before', 'x', 'UTC')")
    await migrateToLatest(database)
    await run(
      "update timezone_feed set created_at = now() - interval '25 hours', written_by = pg_current_xact_id()::text::bigint",
    )
    const exists = async () => (await run("select to_regclass('timezone_changes') is not null as log")).rows
    const backup = await holdReadLock(database.url)
    await using serving = await startServing(database.url)
    await settleChangeFeed(database)
    expect(await exists()).toEqual([{ log: true }])
    expect((await serving.stop()).failures).toEqual([])
    await backup.end()
    await settleChangeFeed(database)
    expect(await exists()).toEqual([{ log: false }])
  })

  // The control: the same statements must notice a migration that holds a lock for long.
  test('notices a migration that locks the table for longer', async () => {
    await using database = await openTestDatabase()
    await migrateToLatest(database)
    await using serving = await startServing(database.url)
    await database.withConnection((query) =>
      query('begin; lock table timezones in access exclusive mode; select pg_sleep(1.5); commit'),
    )
    expect((await serving.stop()).failures).not.toEqual([])
  })
})

/** Opens a database with the migrations before one of them. */
async function openOlder(before: string) {
  const database = await openTestDatabase()
  using older = copyMigrations({ before })
  await migrateToLatest(database, { folder: older.folder })
  return database
}

/** The table's file, which a rewrite replaces. */
async function fileOf(database: Database) {
  return (await database.withConnection((query) => query("select pg_relation_filenode('timezones')"))).rows
}

/** Reads the table in a transaction that stays open, as `pg_dump` does. */
async function holdReadLock(url: string) {
  const connection = new pg.Client(url)
  await connection.connect()
  await connection.query('begin; select from timezones limit 1')
  let ended: Promise<void> | undefined
  const end = () => (ended ??= connection.end())
  return { end, [Symbol.asyncDispose]: end }
}

/** Statements that every version sends, in sequence on a few connections, some of which have completed. */
async function startServing(url: string) {
  const last = new Map<string, string>()
  const failures: string[] = []
  let done = 0
  let stopped = false
  const clients = Array.from({ length: 4 }, async (_, client) => {
    const connection = new pg.Client({
      connectionString: url,
      statement_timeout: 2000,
      lock_timeout: LOCK_TIMEOUT_MILLISECONDS,
    })
    await connection.connect()
    for (let turn = 0; !stopped; turn++) {
      // Each client has its own users, so that their last values are known.
      const userId = `user ${client} ${turn % USERS}`
      try {
        await connection.query(
          'insert into timezones (user_id, username, timezone) values ($1, $2, $3) on conflict (user_id) do update set username = excluded.username, timezone = excluded.timezone',
          [userId, `value ${turn}`, 'Asia/Tokyo'],
        )
        last.set(userId, `value ${turn}`)
        await connection.query('select user_id, username, timezone from timezones where user_id = $1', [
          userId,
        ])
      } catch (error) {
        failures.push(String(error))
      }
      done += 1
    }
    await connection.end()
  })
  const until = async (count: number) => {
    const wanted = done + count
    await expect.poll(() => done, { timeout: 20_000 }).toBeGreaterThan(wanted)
  }
  const stop = async () => {
    stopped = true
    await Promise.all(clients)
    return { last, failures }
  }
  await until(200)
  return {
    /** Resolves when this many more statements have completed. */
    until,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}
