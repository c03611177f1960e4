import { json } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import fc from 'fast-check'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createListReads } from '../src/records/list-queries.ts'
import { createRecordList, type RecordList } from '../src/records/record-list.ts'
import { type Feed, openFeed } from './open-feed.ts'
import { execute, openTransaction } from './start-test-api.ts'

const PUBLIC = "select user_id, username, timezone from timezones where visibility = 'public'"

async function read({ find }: RecordList): Promise<{ version: string; records: object }> {
  const { version, open } = await find()
  const stream = (await open({ gzip: true })).pipe(createGunzip())
  return { version, records: (await json(stream)) as object }
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
  const list = createRecordList(createListReads(feed.database))
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
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await using transactions = openTransactions(feed.url)
      for (const { transaction, statement, end } of steps) {
        await transactions.run(transaction, statement, end)
        // Until the others have ended, neither the table nor an unsettled feed can be read.
        if (transactions.areLocking) continue
        const before = await list.find()
        const expected = await inTable(feed)
        const { version, records } = await read(list)
        expect(records).toEqual(expected)
        lists[version === before.version ? 'same' : 'other'] += 1
      }
    }),
    { numRuns: 15 },
  )
  expect(lists.same).toBeGreaterThan(50)
}, 120_000)

/** Transactions that may stay open between their statements. */
function openTransactions(url: string) {
  const open = new Map<number, pg.Client>()
  let areLocking = false
  return {
    get areLocking() {
      return areLocking && open.size > 0
    },
    run: async (transaction: number, statement: string, end: string | undefined) => {
      const client = open.get(transaction) ?? (await openTransaction(url))
      open.set(transaction, client)
      areLocking ||= LOCKING.includes(statement)
      await client.query("set local lock_timeout = '5ms'")
      const isDone = await client.query(statement).then(
        () => true,
        () => false,
      )
      if (isDone && end === undefined) return
      await client.query(isDone ? (end ?? '') : 'rollback')
      await client.end()
      open.delete(transaction)
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of open.values()) await client.end()
    },
  }
}

test('a list that is requested after a write was answered contains it, while others request lists', async () => {
  await using feed = await openFeed()
  const list = createRecordList(createListReads(feed.database))
  let isOver = false
  const others = Array.from({ length: 4 }, async () => {
    while (!isOver) await read(list)
  })
  for (let zone = 0; zone < 200; zone++) {
    // A truncation lets the list be built again under the readers.
    if (zone % 50 === 25) await execute(feed.url, 'truncate timezones')
    await feed.run(set(zone % 7, zone))
    expect((await read(list)).records).toMatchObject({ [zone % 7]: { timezone: `zone ${zone}` } })
  }
  isOver = true
  await Promise.all(others)
})

test('more changes than fit in a page, settled or not, do not make it miss one', async () => {
  await using feed = await openFeed()
  const list = createRecordList(createListReads(feed.database))
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

test('a version names one state, also where a page of changes ends exactly at an earlier one', async () => {
  await using feed = await openFeed()
  const [ahead, behind] = [feed, feed].map(({ database }) => createRecordList(createListReads(database)))
  const insert = (from: number, to: number) =>
    feed.run(
      `insert into timezones (user_id, username, timezone) select n::text, 'x', 'UTC' from generate_series(${from}, ${to}) n`,
    )
  await insert(1, 1)
  await read(behind as RecordList)
  // One more than a page has.
  await insert(2, 5002)
  const earlier = await (ahead as RecordList).find()
  await insert(5003, 5003)
  expect((await (behind as RecordList).find()).version).not.toBe(earlier.version)
})

test('the control: without the triggers of the feed, the list misses a change', async () => {
  await using feed = await openFeed()
  const list = createRecordList(createListReads(feed.database))
  await feed.run(set(1, 1))
  await read(list)
  await execute(feed.url, `alter table timezones disable trigger user; ${set(1, 2)}; ${set(2, 1)}`)
  expect((await read(list)).records).not.toEqual(await inTable(feed))
})
