import { json } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Cursor } from '../src/feed/cursor.ts'
import { createListQueries } from '../src/records/list-queries.ts'
import { createRecordList, type RecordList } from '../src/records/record-list.ts'
import { type Feed, openFeed } from './open-feed.ts'
import { execute, openTransaction } from './start-test-api.ts'

const PUBLIC = "select user_id, username, timezone from timezones where visibility = 'public'"

async function read({ find }: RecordList): Promise<{ etag: string | undefined; records: object }> {
  const { etag, open } = await find()
  return { etag, records: (await json(open().pipe(createGunzip()))) as object }
}

async function inTable(feed: Feed): Promise<object> {
  const { rows } = await feed.run(PUBLIC)
  return Object.fromEntries(rows.map(({ user_id, ...record }) => [user_id, record]))
}

const LOCKING = ['truncate timezones', "update timezone_feed set server = 'elsewhere'"]

const set = (id: number, zone: number, visibility = 'public') =>
  `insert into timezones (user_id, username, timezone, visibility) values ('${id}', 'x', 'zone ${zone}', '${visibility}')
   on conflict (user_id) do update set timezone = excluded.timezone, visibility = excluded.visibility`

test('the list is always equal to the table, whoever writes and however transactions overlap', async () => {
  await using feed = await openFeed()
  const list = createRecordList(createListQueries(feed.database), { isReused: false })
  const id = fc.nat(12)
  const zone = fc.nat(1000)
  const statement = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(id, zone).map(([id, zone]) => set(id, zone)) },
    { weight: 2, arbitrary: id.map((id) => `delete from timezones where user_id = '${id}'`) },
    fc.tuple(id, zone).map(([id, zone]) => set(id, zone, 'unlisted')),
    fc.tuple(id, zone).map(([id, zone]) => set(id, zone, 'private')),
    fc
      .tuple(id, id)
      .map(
        ([from, to]) =>
          `update timezones set user_id = '${to}' where user_id = '${from}' and not exists (select from timezones where user_id = '${to}')`,
      ),
    zone.map(
      (zone) =>
        `insert into timezones (user_id, username, timezone) select n::text, 'many', 'zone ${zone}' from generate_series(100, 1300) n on conflict (user_id) do update set timezone = excluded.timezone`,
    ),
    fc.constantFrom(
      'delete from timezones where user_id::int >= 100',
      'select pg_current_xact_id()',
      ...LOCKING,
    ),
  )
  const step = fc.record({
    /** One of three transactions. */
    transaction: fc.nat(2),
    statement,
    /** Open, if undefined. */
    end: fc.constantFrom('commit', 'commit', 'rollback', undefined),
  })
  const lists = { same: 0, other: 0 }
  await using transactions = await openTransactions(feed.url)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await transactions.rollBack()
      // Settles what the run before has left, for which no transaction may be open.
      await list.find()
      for (const { transaction, statement, end } of steps) {
        await transactions.run(transaction, statement, end)
        // Until the others have ended, neither the table nor an unsettled feed can be read.
        if (transactions.areLocking) continue
        const before = await list.find()
        const expected = await inTable(feed)
        const { etag, records } = await read(list)
        expect(records).toEqual(expected)
        lists[etag === before.etag ? 'same' : 'other'] += 1
      }
    }),
    { numRuns: 15 },
  )
  expect(lists.same).toBeGreaterThan(50)
})

/** Three transactions that may stay open between their statements. A connection for each would take longer than the rest. */
async function openTransactions(url: string) {
  const clients = await Promise.all([0, 1, 2].map(() => connectTo(url)))
  const open = new Set<pg.Client>()
  let areLocking = false
  return {
    get areLocking() {
      return areLocking && open.size > 0
    },
    run: async (transaction: number, statement: string, end: string | undefined) => {
      const client = clients[transaction] as pg.Client
      if (!open.has(client)) await client.query("begin; set local lock_timeout = '5ms'")
      open.add(client)
      areLocking ||= LOCKING.includes(statement)
      const isDone = await client.query(statement).then(
        () => true,
        () => false,
      )
      if (isDone && end === undefined) return
      await client.query(isDone ? (end ?? '') : 'rollback')
      open.delete(client)
    },
    rollBack: async () => {
      for (const client of open) await client.query('rollback')
      open.clear()
      areLocking = false
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) await client.end()
    },
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

test('a list and the changes after its cursor are equal to the table, while others write', async () => {
  await using feed = await openFeed()
  const list = createRecordList(createListQueries(feed.database))
  let isOver = false
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let zone = 0; !isOver; zone++)
      await feed.run(
        zone % 5 === 4
          ? `delete from timezones where user_id = '${zone % 7}'`
          : set(zone % 7, 4 * zone + writer, zone % 3 === 0 ? 'unlisted' : 'public'),
      )
  })
  const copies: { records: Record<string, unknown>; end: Cursor }[] = []
  for (let copy = 0; copy < 20; copy++) {
    const { end, open } = await list.find()
    copies.push({ end, records: (await json(open().pipe(createGunzip()))) as Record<string, unknown> })
  }
  isOver = true
  await Promise.all(writers)
  const table = await inTable(feed)
  for (const { records, end } of copies) {
    const page = await feed.store.findAfter(end, 1000)
    for (const { change } of page?.changes ?? [])
      if (change.type === 'delete') delete records[change.user_id]
      else records[change.user_id] = { username: change.username, timezone: change.timezone }
    expect(records).toEqual(table)
  }
})

test('more changes than fit in a page, settled or not, do not make it miss one', async () => {
  await using feed = await openFeed()
  const list = createRecordList(createListQueries(feed.database), { isReused: false })
  const all = (zone: string) =>
    `insert into timezones (user_id, username, timezone) select n::text, 'x', '${zone}' from generate_series(1, 6000) n on conflict (user_id) do update set timezone = excluded.timezone`
  await feed.run(all('first'))
  expect((await read(list)).records).toEqual(await inTable(feed))
  await feed.run(all('second'))
  expect((await read(list)).records).toEqual(await inTable(feed))
  const early = await openTransaction(feed.url)
  await early.query("insert into timezones (user_id, username, timezone) values ('early', 'x', 'UTC')")
  await feed.run(all('third'))
  for (let again = 0; again < 2; again++) expect((await read(list)).records).toEqual(await inTable(feed))
  await early.query('commit')
  await early.end()
  expect((await read(list)).records).toEqual(await inTable(feed))
  expect((await read(list)).records).toHaveProperty('early')
})

test('the control: without the triggers of the feed, the list misses a change', async () => {
  await using feed = await openFeed()
  const list = createRecordList(createListQueries(feed.database), { isReused: false })
  await feed.run(set(1, 1))
  await read(list)
  await execute(feed.url, `alter table timezones disable trigger user; ${set(1, 2)}; ${set(2, 1)}`)
  expect((await read(list)).records).not.toEqual(await inTable(feed))
})
