import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateToLatest } from '../src/migrate.ts'
import { openTestDatabase } from './open-test-database.ts'

const HOLD_LOCK = 'select pg_advisory_xact_lock(7419046201)'

test('a migration that waits for another one reports it, keeps no transaction open, and continues when that one ends', async () => {
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
  // A concurrent index build, such as that of the other migration, waits for all open transactions.
  const countTransactions = async () => {
    const { rows } = await other.query(`select count(xact_start)::int as open_ from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    return rows[0].open_
  }
  await expect.poll(countTransactions).toBe(0)
  await other.query('commit')
  await other.end()

  expect(await migrating).toContain('0000_create_timezones')
  expect(reasons).toEqual([expect.stringContaining('Another process is migrating the database')])
})

test('a migration gives up when another one does not end, and its error says how to end that one', async () => {
  await using database = await openTestDatabase()
  const other = await begin(database.url)
  await other.query(HOLD_LOCK)

  const error = await migrateToLatest(database, { waitSeconds: 1 }).then(
    () => undefined,
    (reason: Error) => reason,
  )
  expect(error?.message).toMatch(/^Another process is still migrating the database/)

  // The statement in the message ends the session that holds the lock, and no other.
  const ended = new Promise((resolve) => other.once('end', resolve))
  const statement = error?.message.slice(error.message.indexOf('select')) ?? ''
  const { rows } = await database.withConnection((query) => query(statement))
  expect(rows).toEqual([{ pg_terminate_backend: true }])
  await ended
  expect(await migrateToLatest(database)).toContain('0000_create_timezones')
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
    // Longer than the timeout, and a change that a snapshot from before the wait would not show.
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

    // Other tests migrate other databases on the same server at the same time.
    const { rows } = await database.withConnection((query) =>
      query(`select mode from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and datname = current_database()`),
    )
    expect(rows).toEqual([])
    expect(await migrateToLatest(database)).toEqual([])
  },
)

async function begin(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  return client
}
