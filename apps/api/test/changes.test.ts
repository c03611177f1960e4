import type { Change } from '@timezone-registry/contract'
import { openDatabase } from '@timezone-registry/db'
import { settleChangeLog } from '@timezone-registry/db/change-log'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createChangeStore } from '../src/changes/change-store.ts'
import { formatCursor, parseCursor } from '../src/changes/cursor.ts'
import { execute, openTransaction, startTestApi, type TestApi } from './start-test-api.ts'

describe('GET /changes', () => {
  test('tells every set and delete in order, page by page', async () => {
    await using api = await startTestApi()
    await api.client.setTimezone({ body: { user_id: 'ann', username: 'Ann', timezone: 'UTC' } })
    await api.client.setTimezone({ body: { user_id: 'bob', username: 'Bob', timezone: 'Asia/Tokyo' } })
    await api.client.deleteTimezone({ query: { user_id: 'ann' } })
    await api.client.deleteTimezone({ query: { user_id: 'ann' } })

    const first = await page(api, { limit: '2' })
    expect(first.changes).toMatchObject([
      { type: 'set', user_id: 'ann', username: 'Ann', timezone: 'UTC', at: expect.stringMatching(/Z$/) },
      { type: 'set', user_id: 'bob', username: 'Bob', timezone: 'Asia/Tokyo' },
    ])
    expect(first.more).toBe(true)
    const second = await page(api, { since: first.cursor })
    expect(second.changes).toEqual([{ type: 'delete', user_id: 'ann', at: expect.any(String) }])
    expect(second.more).toBe(false)
    const third = await page(api, { since: second.cursor })
    expect(third).toEqual({ changes: [], cursor: second.cursor, more: false })
  })

  test('never skips a transaction that commits late, as a reader of the sequence alone would', async () => {
    await using api = await startTestApi()
    const early = await openTransaction(api.databaseUrl)
    await early.query(SET('early'))
    await api.client.setTimezone({ body: { user_id: 'late', username: 'x', timezone: 'UTC' } })

    // The control: by the order of the sequence, the late one is seen first and the early one never.
    expect(await naiveIds(api, 0)).toEqual(['late'])
    const before = await page(api, {})
    expect(before.changes).toEqual([])

    await early.query('commit')
    await early.end()
    expect(await naiveIds(api, 2)).toEqual([])
    expect((await page(api, { since: before.cursor })).changes.map(({ user_id }) => user_id)).toEqual([
      'early',
      'late',
    ])
  })

  test('tells the changes of one user in the order of their commits, also when the first to begin was the last to lock', async () => {
    await using api = await startTestApi()
    for (const [first, second] of [
      [SET('ann', 'first'), SET('ann', 'second')],
      [SET('ann', 'first'), DELETE('ann')],
      [DELETE('ann'), SET('ann', 'second')],
    ] as const) {
      await execute(api.databaseUrl, SET('ann', 'before'))
      const { cursor } = await page(api, {})
      const early = await openTransaction(api.databaseUrl)
      // It has its number now, the lower one, and comes to the row second.
      await early.query('select pg_current_xact_id()')
      await execute(api.databaseUrl, second)
      await early.query(first)
      await early.query('commit')
      await early.end()

      const { changes } = await page(api, { since: cursor, limit: '1000' })
      expect(mirrorOf(changes).get('ann')).toEqual(await tableOf(api).then((table) => table.get('ann')))
      expect(changes).toHaveLength(2)
    }
  })

  test('a mirror built from it alone ends equal to the table, under concurrent writers of few users', async () => {
    await using api = await startTestApi()
    const mirror = new Map<string, string>()
    let since: string | undefined
    let writing = true
    const follow = async () => {
      const answer = await page(api, { limit: '7', ...(since !== undefined && { since }) })
      applyTo(mirror, answer.changes)
      since = answer.cursor
      return answer.changes.length
    }
    const following = (async () => {
      while (writing) await follow()
    })()
    await Promise.all(Array.from({ length: 12 }, (_, writer) => writeAtRandom(api.databaseUrl, writer)))
    writing = false
    await following
    while ((await follow()) > 0);

    expect(Object.fromEntries(mirror)).toEqual(Object.fromEntries(await tableOf(api)))
  })

  test('goes on from a list: its header is the cursor from which nothing is missing', async () => {
    await using api = await startTestApi()
    await api.client.setTimezone({ body: { user_id: 'ann', username: 'x', timezone: 'UTC' } })
    const list = await api.client.listTimezones()
    await api.client.setTimezone({ body: { user_id: 'bob', username: 'x', timezone: 'UTC' } })
    const { changes } = await page(api, { since: list.headers.get('changes-cursor') ?? '' })
    expect(changes.map(({ user_id }) => user_id)).toEqual(['bob'])
  })

  test('answers 410 for a cursor whose changes are no longer kept, and says to start again from the list', async () => {
    await using api = await startTestApi()
    const old = await page(api, {})
    for (const user_id of ['1', '2', '3'])
      await api.client.setTimezone({ body: { user_id, username: 'x', timezone: 'UTC' } })
    const { cursor } = await page(api, { limit: '2' })
    await execute(
      api.databaseUrl,
      `update timezone_changes set at = now() - interval '31 days' where user_id in ('1', '2')`,
    )
    const { store } = api.context.changes
    while (await store.prune({ olderThanDays: 30, limit: 1 }));

    const expired = await api.client.listChanges({ query: { since: old.cursor } })
    expect(expired).toMatchObject({
      status: 410,
      body: { code: 'cursor_expired', message: expect.stringContaining('/list') },
    })
    expect((await page(api, { since: cursor })).changes.map(({ user_id }) => user_id)).toEqual(['3'])
    expect((await page(api, {})).changes.map(({ user_id }) => user_id)).toEqual(['3'])
  })

  test('the service itself forgets what is older than the retention, when it starts', async () => {
    await using first = await startTestApi()
    await first.client.setTimezone({ body: { user_id: 'old', username: 'x', timezone: 'UTC' } })
    await first.client.setTimezone({ body: { user_id: 'new', username: 'x', timezone: 'UTC' } })
    await execute(
      first.databaseUrl,
      `update timezone_changes set at = now() - interval '3 days' where user_id = 'old'`,
    )
    await using second = await startTestApi({ DATABASE_URL: first.databaseUrl, CHANGES_RETENTION_DAYS: '2' })
    await expect
      .poll(async () => (await page(second, {})).changes.map(({ user_id }) => user_id))
      .toEqual(['new'])
  })

  test.for(['x', '1-2-3', '-', '1--2', 'ZZZ-1', 'a'.repeat(65)])(
    'refuses the cursor %j, which it never gave',
    async (since) => {
      await using api = await startTestApi()
      expect(await api.client.listChanges({ query: { since } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'since' }] },
      })
    },
  )

  test.for(['0', '1001', '-1', 'ten', '1.5'])('refuses the limit %s', async (limit) => {
    await using api = await startTestApi()
    expect(await api.client.listChanges({ query: { limit } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'limit' }] },
    })
  })
})

test('after a dump was restored where transactions are numbered lower, the log goes on and old cursors hold', async () => {
  await using api = await startTestApi()
  await api.client.setTimezone({ body: { user_id: 'before', username: 'x', timezone: 'UTC' } })
  const { cursor } = await page(api, {})
  // What a restored log looks like: its numbers are beyond any that this server has given.
  await execute(api.databaseUrl, 'update timezone_changes set ord = ord + 1000000000')
  const restored = formatCursor({
    ...must(parseCursor(cursor)),
    ord: must(parseCursor(cursor)).ord + 1_000_000_000,
  })
  const options = { dataDir: '', poolSize: 1, durability: 'checked', onConnectionError: () => {} } as const
  await using database = await openDatabase({ url: api.databaseUrl, ...options })
  await settleChangeLog(database)
  await settleChangeLog(database)

  await api.client.setTimezone({ body: { user_id: 'after', username: 'x', timezone: 'UTC' } })
  const { changes } = await page(api, { since: restored })
  expect(changes.map(({ user_id }) => user_id)).toEqual(['after'])
  // A cursor from beyond the log's end is of another log.
  const beyond = { ord: 9e15, position: 1 }
  expect(await createChangeStore(database).findAfter(beyond, 1)).toBeUndefined()
})

function SET(userId: string, timezone = 'UTC'): string {
  return `insert into timezones (user_id, username, timezone) values ('${userId}', 'x', '${timezone}')
    on conflict (user_id) do update set timezone = excluded.timezone, updated_at = now()`
}

function DELETE(userId: string): string {
  return `delete from timezones where user_id = '${userId}'`
}

/** Sets and deletes five users' records in transactions of one to three statements, some rolled back. */
async function writeAtRandom(databaseUrl: string, writer: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  for (let round = 0; round < 60; round++) {
    await client.query('begin')
    if (Math.random() < 0.5) await client.query('select pg_current_xact_id()')
    // One user in ascending order each, so that two writers never wait for each other.
    const users = ['a', 'b', 'c', 'd', 'e'].filter(() => Math.random() < 0.4)
    for (const user of users)
      await client.query(Math.random() < 0.3 ? DELETE(user) : SET(user, `zone ${writer}-${round}`))
    await client.query(Math.random() < 0.1 ? 'rollback' : 'commit')
  }
  await client.end()
}

async function page(api: TestApi, query: { since?: string; limit?: string }) {
  const answer = await api.client.listChanges({ query })
  if (answer.status !== 200) throw new Error(`Unexpected: ${JSON.stringify(answer.body)}`)
  return answer.body
}

function applyTo(mirror: Map<string, string>, changes: Change[]): void {
  for (const change of changes)
    if (change.type === 'set') mirror.set(change.user_id, change.timezone)
    else mirror.delete(change.user_id)
}

function mirrorOf(changes: Change[]): Map<string, string> {
  const mirror = new Map<string, string>()
  applyTo(mirror, changes)
  return mirror
}

async function tableOf(api: TestApi): Promise<Map<string, string>> {
  const rows = await query(api, 'select user_id as key, timezone as value from timezones')
  return new Map(rows.map(({ key, value }) => [key, value]))
}

async function naiveIds(api: TestApi, after: number): Promise<string[]> {
  const rows = await query(
    api,
    `select user_id as key, '' as value from timezone_changes where position > ${after} order by position`,
  )
  return rows.map(({ key }) => key)
}

async function query({ databaseUrl }: TestApi, sql: string): Promise<{ key: string; value: string }[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It must be there')
  return value
}

test('a cursor that was made by us is read as it was, and nothing else is', () => {
  for (const cursor of [
    { ord: 0, position: 0 },
    { ord: 2 ** 53 - 1, position: 35 },
  ])
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor)
  for (const text of ['', '-', 'a', '1-', '-1', '01-1', '1-1-1', 'é-1', '1-1 '])
    expect(parseCursor(text)).toBeUndefined()
})
