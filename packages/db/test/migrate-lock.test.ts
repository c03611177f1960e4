import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateToLatest } from '../src/migrate.ts'
import { openTestDatabase } from './open-test-database.ts'

const HOLD_LOCK = 'select pg_advisory_xact_lock(7419046201)'

test('a migration that waits for another one says so, and continues when that one ends', async () => {
  await using database = await openTestDatabase()
  const other = await begin(database.url)
  await other.query(HOLD_LOCK)
  const reasons: string[] = []
  const { promise: waiting, resolve: onWait } = Promise.withResolvers<void>()

  const migrating = migrateToLatest(database, {
    onWaiting: (reason) => {
      reasons.push(reason)
      onWait()
    },
  })
  await waiting
  await other.query('commit')
  await other.end()

  expect(await migrating).toContain('0000_create_timezones')
  expect(reasons).toEqual([expect.stringContaining('Another process is migrating the database')])
})

test('a migration gives up with a clear error when another one does not end', async () => {
  await using database = await openTestDatabase()
  const other = await begin(database.url)
  await other.query(HOLD_LOCK)

  await expect(migrateToLatest(database, { waitSeconds: 1 })).rejects.toThrow(
    /Another process has been migrating the database for more than 1 s.*pg_terminate_backend/,
  )
  await other.end()
})

test('a migration without competition does not report that it waits', async () => {
  await using database = await openTestDatabase()
  const reasons: string[] = []
  await migrateToLatest(database, { onWaiting: (reason) => reasons.push(reason) })
  expect(reasons).toEqual([])
})

test.for(['default_transaction_isolation = serializable', 'statement_timeout = 700'])(
  'a migration waits and succeeds although the database has %s',
  async (setting) => {
    await using database = await openTestDatabase()
    await database.withConnection((query) =>
      query(`alter database ${new URL(database.url).pathname.slice(1)} set ${setting}`),
    )
    const { promise: waiting, resolve: onWait } = Promise.withResolvers<void>()
    const other = await begin(database.url)
    await other.query(HOLD_LOCK)
    // Longer than the time-out, and something that a snapshot from before the wait would not show.
    await other.query('set local statement_timeout = 0')
    const migrating = migrateToLatest(database, { onWaiting: () => onWait() })
    await waiting
    await other.query('select pg_sleep(1)')
    await other.query(
      'create table timezones (user_id text primary key, username text not null, timezone text not null)',
    )
    await other.query('commit')
    await other.end()

    expect(await migrating).toContain('0000_create_timezones')
  },
)

test.skipIf(pgBouncerMissing() !== undefined)(
  'a migration through a pooler leaves no lock on the server connection',
  async () => {
    const direct = await createTestDatabase()
    await using pooler = await startTestPgBouncer({ serverUrl: direct })
    await using database = await openTestDatabase({ url: pooler.url })
    await migrateToLatest(database)

    const { rows } = await database.withConnection((query) =>
      query("select count(*)::int as locks from pg_locks where locktype = 'advisory'"),
    )
    expect(rows).toEqual([{ locks: 0 }])
    expect(await migrateToLatest(database)).toEqual([])
  },
)

async function begin(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin')
  return client
}
