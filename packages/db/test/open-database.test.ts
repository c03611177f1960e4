import { pgBouncerMissing, startTestPgBouncer } from '@timezone-registry/test-servers/pgbouncer'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { databaseErrorKind } from '../src/database-error.ts'
import { retryWhileUnavailable } from '../src/open-database.ts'
import { openTestDatabase } from './open-test-database.ts'

describe('a refused connection counts as an outage, not as a bug', () => {
  test.for([
    [
      '28000',
      (name: string) => `create role ${name} nologin`,
      (url: URL, name: string) => (url.username = name),
    ],
    ['3D000', undefined, (url: URL, name: string) => (url.pathname = `/${name}`)],
    [
      '55000',
      (name: string) => `create database ${name} allow_connections false`,
      (url: URL, name: string) => (url.pathname = `/${name}`),
    ],
  ] as const)('%s', async ([code, statement, change]) => {
    const name = `refused_${crypto.randomUUID().replaceAll('-', '')}`
    await using database = await openTestDatabase()
    if (statement !== undefined) await database.withConnection((query) => query(statement(name)))
    const url = new URL(database.url)
    change(url, name)

    const error = await connect(url.href)
    expect(error).toMatchObject({ code })
    expect(databaseErrorKind(error)).toBe('unavailable')
  })

  test('and startup does not wait for an operator to correct the credentials or the name', async () => {
    const url = new URL(await createTestDatabase())
    url.pathname = '/no_such_database'
    const reasons: string[] = []
    const waiting = { url: url.href, waitSeconds: 3600, onWaiting: (reason: string) => reasons.push(reason) }
    await expect(retryWhileUnavailable(() => openTestDatabase(waiting), waiting)).rejects.toThrow(
      /does not exist/,
    )
    expect(reasons).toEqual([])
  })
})

test('pooled connections have timeouts on the server', async () => {
  await using database = await openTestDatabase()
  expect(await timeouts(database)).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'lock_timeout', setting: '1000' },
    { name: 'statement_timeout', setting: '2000' },
  ])
  expect(database.warnings).toEqual([])
})

test('times and transactions do not depend on what the database’s sessions begin with', async () => {
  const url = await createTestDatabase()
  await setDefaults(url, [
    "datestyle = 'German'",
    "timezone = 'Asia/Kathmandu'",
    'default_transaction_isolation = serializable',
  ])
  await using database = await openTestDatabase({ url })
  const settings = sql`select current_setting('datestyle') style, current_setting('timezone') zone, current_setting('transaction_isolation') isolation`
  const expected = { style: expect.stringMatching(/^ISO/), zone: 'UTC', isolation: 'read committed' }
  expect(await database.drizzle.execute(settings)).toMatchObject({ rows: [expected] })
  expect(await database.withConnection((query) => query('show datestyle'))).toMatchObject({
    rows: [{ DateStyle: expected.style }],
  })
})

test('a statement that runs for too long fails as unavailable after two seconds', async () => {
  await using database = await openTestDatabase()
  const error = await database.drizzle.execute(sql`select pg_sleep(10)`).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(databaseErrorKind(error)).toBe('unavailable')
  // The connection is immediately usable again: the server ended the statement.
  await database.ping()
})

describe.skipIf(pgBouncerMissing() !== undefined)('behind PgBouncer in transaction mode', () => {
  test('the pooler is detected, and the operator is warned which timeouts the role lacks', async () => {
    await using pooler = await startTestPgBouncer({ serverUrl: await createTestDatabase() })
    await using database = await openTestDatabase({ url: pooler.url })
    expect(database.description).toMatch(/ through a pooler$/)
    expect(database.warnings).toEqual([
      expect.stringMatching(
        /lock_timeout and statement_timeout.*ALTER ROLE "postgres" SET statement_timeout/,
      ),
    ])
  })

  test('the database’s timeouts apply, without a warning', async () => {
    const direct = await createTestDatabase()
    await setDefaults(direct, ['statement_timeout = 2000', 'lock_timeout = 1000'])
    await using pooler = await startTestPgBouncer({ serverUrl: direct })
    await using database = await openTestDatabase({ url: pooler.url })
    expect(database.warnings).toEqual([])
    expect(await timeouts(database)).toMatchObject([{}, { setting: '1000' }, { setting: '2000' }])
  })

  test('a database whose times arrive in another format is refused with the remedy', async () => {
    const direct = await createTestDatabase()
    await setDefaults(direct, ["datestyle = 'SQL, DMY'"])
    await using pooler = await startTestPgBouncer({ serverUrl: direct })
    await expect(openTestDatabase({ url: pooler.url })).rejects.toThrow(
      /DateStyle is SQL, DMY.*ALTER ROLE "postgres" SET datestyle = 'ISO'/,
    )
  })
})

test('a server without a pooler is not mistaken for one, so statements keep their names', async () => {
  await using database = await openTestDatabase()
  expect(database.description).not.toContain('pooler')
  await database.drizzle
    .select({ one: sql`1` })
    .from(sql`generate_series(1, 1)`)
    .prepare('a_named_statement')
    .execute()
  const { rows } = (await database.drizzle.execute(
    sql`select name from pg_prepared_statements where name = 'a_named_statement'`,
  )) as unknown as { rows: unknown[] }
  expect(rows).toEqual([{ name: 'a_named_statement' }])
})

/** What each new session of the database begins with. */
async function setDefaults(url: string, settings: readonly string[]): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await using database = await openTestDatabase({ url })
  for (const setting of settings)
    await database.withConnection((query) => query(`alter database ${name} set ${setting}`))
}

async function timeouts({ drizzle }: Awaited<ReturnType<typeof openTestDatabase>>) {
  const { rows } = (await drizzle.execute(
    sql`select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  )) as unknown as { rows: unknown[] }
  return rows
}

async function connect(url: string): Promise<unknown> {
  const client = new pg.Client(url)
  return client.connect().then(
    () => client.end(),
    (error: unknown) => error,
  )
}
