import { openDatabase } from '@timezone-registry/db'
import { settleChangeFeed } from '@timezone-registry/db/change-feed'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createChangeStore } from '../src/changes/change-store.ts'
import type { Cursor } from '../src/changes/cursor.ts'
import { execute, openTransaction } from './start-test-api.ts'

const RESTORE_FEED =
  'create table dump as select * from timezone_feed; delete from timezone_feed; insert into timezone_feed select * from dump'

describe('the feed includes the changes of any writer:', () => {
  test.for([
    ['an update of the user id', "update timezones set user_id = 'bob'", ['set bob', 'delete ann']],
    [
      'two updates in one transaction',
      "update timezones set timezone = 'X'; update timezones set timezone = 'Y'",
      ['set ann'],
    ],
    ['a delete and an insert in one transaction', `delete from timezones; ${INSERT('ann')}`, ['set ann']],
    [
      'an insert and a delete in one transaction',
      `${INSERT('bob')}; delete from timezones where user_id = 'bob'`,
      ['delete bob'],
    ],
    [
      'subtransactions',
      `begin; savepoint a; ${INSERT('bob')}; release a; savepoint b; ${INSERT('eve')}; rollback to b; commit`,
      ['set bob'],
    ],
    [
      'a replaying session',
      `set session_replication_role = replica; ${INSERT('bob')}; delete from timezones where user_id = 'ann'`,
      ['set bob', 'delete ann'],
    ],
    [
      'a replaying session that deletes and adds a record again',
      `set session_replication_role = replica; delete from timezones where user_id = 'ann'; ${INSERT('ann')}`,
      ['set ann'],
    ],
    [
      'an empty search path',
      `set search_path = ''; insert into public.timezones values ('bob', 'x', 'UTC'); delete from public.timezones where user_id = 'ann'`,
      ['set bob', 'delete ann'],
    ],
    [
      'other functions first in the search path',
      `create schema evil; create function evil.nextval(regclass) returns bigint language sql as 'select 1/0::bigint'; set search_path = evil, pg_catalog, public; ${INSERT('bob')}`,
      ['set bob'],
    ],
    [
      'a role with rights on the table alone',
      `create role ROLE; grant select, insert, update, delete on timezones to ROLE; set role ROLE; ${INSERT('bob')}; delete from timezones where user_id = 'ann'; reset role; drop owned by ROLE; drop role ROLE`,
      ['set bob', 'delete ann'],
    ],
  ] as const)('%s', async ([, statements, expected]) => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const cursor = await feed.end()
    await execute(feed.url, statements.replaceAll('ROLE', `writer_${crypto.randomUUID().slice(0, 8)}`))
    expect(await feed.changesAfter(cursor)).toEqual(expected)
  })

  test('a copy', async () => {
    await using feed = await openFeed()
    await execute(
      feed.url,
      `copy timezones (user_id, username, timezone) from program 'printf "ann\\tx\\tUTC\\n"'`,
    )
    expect(await feed.changesAfter(undefined)).toEqual(['set ann'])
  })

  test('a truncation, which expires every earlier cursor', async () => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const cursor = await feed.end()
    await execute(feed.url, 'set session_replication_role = replica; truncate timezones')
    expect(await feed.changesAfter(cursor)).toBe('expired')
    expect(await feed.changesAfter(await feed.end())).toEqual([])
  })

  test.for(['repeatable read', 'serializable'])(
    'a reinsert under %s, which does not see the tombstone, conflicts rather than leaving both',
    async (level) => {
      await using feed = await openFeed()
      await execute(feed.url, INSERT('ann'))
      const early = await openTransaction(feed.url)
      await early.query(`set transaction isolation level ${level}`)
      await early.query('select count(*) from timezone_feed')
      await execute(feed.url, "delete from timezones where user_id = 'ann'")
      await expect(early.query(INSERT('ann'))).rejects.toMatchObject({ code: '40001' })
      await early.end()
      expect(await feed.changesAfter(undefined)).toEqual(['delete ann'])
    },
  )

  test('an upsert that waits for a delete', async () => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const deleting = await openTransaction(feed.url)
    await deleting.query("delete from timezones where user_id = 'ann'")
    const upserting = execute(feed.url, `${INSERT('ann')} on conflict (user_id) do update set timezone = 'X'`)
    await expect
      .poll(() =>
        execute(
          feed.url,
          'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
        ),
      )
      .toHaveLength(1)
    await deleting.query('commit')
    await deleting.end()
    await upserting
    expect(await feed.changesAfter(undefined)).toEqual(['set ann'])
    expect(await execute(feed.url, 'select * from timezone_tombstones')).toEqual([])
  })
})

describe('a cursor', () => {
  test('names a settled change, never the horizon, whose ids may be reused after a crash', async () => {
    await using postgres = await startTestPostgres()
    await using feed = await openFeed(await createTestDatabase(postgres.url))
    await execute(feed.url, INSERT('ann'))
    // Transaction ids that no commit makes durable.
    for (let number = 0; number < 20; number++)
      await execute(feed.url, 'begin; select pg_current_xact_id(); rollback')
    const [end, page] = [await feed.end(), await feed.store.findAfter(undefined, 10)]
    await postgres.stop('SIGKILL')
    await postgres.start()
    await execute(feed.url, INSERT('bob'))
    for (const cursor of [end, page?.cursor])
      await expect.poll(() => feed.changesAfter(cursor).catch(() => undefined)).toEqual(['set bob'])
  })

  test('expires when the feed’s own row is restored under a running service', async () => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const cursor = await feed.end()
    await execute(feed.url, RESTORE_FEED)
    expect(await feed.changesAfter(cursor)).toBe('expired')
    expect(await feed.changesAfter(await feed.end())).toEqual([])
  })

  test('expires after such a restore even if tombstones are pruned first, which writes that row', async () => {
    await using feed = await openFeed()
    await execute(feed.url, `${INSERT('ann')}; delete from timezones; ${INSERT('bob')}`)
    const cursor = await feed.end()
    await execute(feed.url, `${RESTORE_FEED}; update timezone_tombstones set at = now() - interval '31 days'`)
    await feed.store.prune({ olderThanDays: 30, limit: 10 })
    expect(await feed.changesAfter(cursor)).toBe('expired')
  })

  test('expires when a server with another timeline answers, as after a promotion', async () => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const cursor = await feed.end()
    await execute(
      feed.url,
      "update timezone_feed set server = 'x/00000002', written_by = pg_current_xact_id()::text::bigint",
    )
    expect(await feed.changesAfter(cursor)).toBe('expired')
  })

  test.for([
    [
      'a record',
      'alter table timezones disable trigger timezones_place; update timezones set ord = 1000000000; alter table timezones enable always trigger timezones_place',
      ['set ann'],
    ],
    [
      'a tombstone',
      "insert into timezone_tombstones values ('eve', 1000000000, 1, now())",
      ['set ann', 'delete eve'],
    ],
    ['the mark of what was pruned', 'update timezone_feed set pruned_ord = 1000000000', ['set ann']],
  ] as const)(
    'stays valid after a restore with transaction numbers below %s: the offset moves',
    async ([, restore, expected]) => {
      await using feed = await openFeed()
      await execute(feed.url, INSERT('ann'))
      await execute(feed.url, `${restore}; update timezone_feed set server = 'elsewhere'`)
      await settleChangeFeed(feed.database)
      await settleChangeFeed(feed.database)
      const cursor = await feed.end()
      expect(await feed.changesAfter(undefined)).toEqual(expected)
      await execute(feed.url, INSERT('bob'))
      expect(await feed.changesAfter(cursor)).toEqual(['set bob'])
      const rows = await execute(
        feed.url,
        "select ord > 1000000000 as is_beyond from timezones where user_id = 'bob'",
      )
      expect(rows).toEqual([{ is_beyond: true }])
    },
  )
})

test('the list’s version never repeats while transactions are open, and is stable while nothing changes', async () => {
  await using feed = await openFeed()
  const versions = new Set<string>()
  const note = async () => versions.add((await feed.store.findState()).version).size
  await execute(feed.url, `${INSERT('a')}; ${INSERT('b')}; ${INSERT('c')}`)
  expect(await note()).toBe(1)
  const [first, second] = [await openTransaction(feed.url), await openTransaction(feed.url)]
  await first.query("update timezones set timezone = 'X' where user_id = 'a'")
  await second.query("update timezones set timezone = 'X' where user_id = 'b'")
  expect(await note()).toBe(1)
  await execute(feed.url, "update timezones set timezone = 'X' where user_id = 'c'")
  expect(await note()).toBe(2)
  await first.query('commit')
  expect(await note()).toBe(3)
  await second.query('commit')
  expect(await note()).toBe(4)
  expect(await note()).toBe(4)
  await Promise.all([first.end(), second.end()])
})

describe('mirrors under 16 writers of few users', () => {
  test.for([
    ['are equal to the table', true],
    // The control shows why every read stays below the horizon.
    ['that read whatever is visible miss changes', false],
  ] as const)('%s', { timeout: 60_000 }, async ([, hasHorizon]) => {
    await using feed = await openFeed()
    let isWriting = true
    const mirrors = [1, 3, 20, 100].map((limit) => createMirror(feed, limit, hasHorizon))
    const following = mirrors.map(async (mirror) => {
      while (isWriting) await mirror.follow()
    })
    await Promise.all([
      ...Array.from({ length: 16 }, (_, writer) => writeAtRandom(feed.url, writer)),
      ...mirrors.map((mirror) => holdTransactions(feed.url, mirror)),
    ])
    isWriting = false
    await Promise.all(following)
    for (const mirror of mirrors) while ((await mirror.follow()) > 0);
    const rows = await execute(feed.url, 'select user_id, timezone from timezones')
    const table = sorted(rows.map(({ user_id, timezone }) => [String(user_id), timezone]))
    const wrong = mirrors.filter(({ records }) => sorted([...records]) !== table)
    if (hasHorizon) expect(wrong).toHaveLength(0)
    else expect(wrong.length).toBeGreaterThan(0)
    expect(
      await execute(feed.url, 'select user_id from timezones join timezone_tombstones using (user_id)'),
    ).toEqual([])
  })
})

type Feed = Awaited<ReturnType<typeof openFeed>>

/** Follows the feed through the store, or by a query without the horizon. */
function createMirror(feed: Feed, limit: number, hasHorizon: boolean) {
  const records = new Map<string, unknown>()
  let reads = 0
  let cursor: Cursor | undefined
  let place: unknown[] = [0, 0]
  const apply = (type: unknown, userId: string, timezone: unknown) =>
    type === 'set' ? records.set(userId, timezone) : records.delete(userId)

  const followFeed = async () => {
    const page = await feed.store.findAfter(cursor, limit)
    if (page === undefined) throw new Error('The cursor expired')
    cursor = page.cursor
    for (const { change } of page.changes)
      apply(change.type, change.user_id, change.type === 'set' ? change.timezone : undefined)
    return page.changes.length
  }
  const followVisible = async () => {
    const { rows } = await feed.run(
      `select * from (select 'set' as type, user_id, timezone, ord, position from timezones union all select 'delete', user_id, null, ord, position from timezone_tombstones) as change
      where (ord, position) > (${place.join()}) order by ord, position limit ${limit}`,
    )
    for (const { type, user_id, timezone, ord, position } of rows) {
      place = [ord, position]
      apply(type, String(user_id), timezone)
    }
    return rows.length
  }
  return {
    records,
    /** The number of pages read. */
    get reads() {
      return reads
    },
    follow: async () => {
      const changes = await (hasHorizon ? followFeed() : followVisible())
      reads += 1
      return changes
    },
  }
}

/** Transactions that commit only after a mirror has had time to read past others that began later. */
async function holdTransactions(url: string, mirror: ReturnType<typeof createMirror>): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const name = `held ${crypto.randomUUID()}`
    const held = await openTransaction(url)
    await held.query(INSERT(name))
    await execute(url, INSERT(`later than ${name}`))
    const before = mirror.reads
    await expect.poll(() => mirror.reads, { timeout: 20_000 }).toBeGreaterThan(before + 20)
    await held.query('commit')
    await held.end()
  }
}

async function writeAtRandom(url: string, writer: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const user = () => `user-${Math.floor(Math.random() * 6)}`
  for (let turn = 0; turn < 60; turn++) {
    const upsert = `${INSERT(user(), `zone ${writer} ${turn}`)} on conflict (user_id) do update set timezone = excluded.timezone`
    const write = Math.random() < 0.3 ? `delete from timezones where user_id = '${user()}'` : upsert
    const end = Math.random() < 0.3 ? 'rollback' : 'commit'
    const long = `begin; select pg_current_xact_id(), pg_sleep(0.01); ${write}; select pg_sleep(${Math.random() * 0.05}); ${end}`
    // A deadlock aborts one of two transactions.
    await client.query(turn % 5 === 4 ? long : write).catch(() => client.query('rollback'))
  }
  await client.end()
}

async function openFeed(givenUrl?: string) {
  const url = givenUrl ?? (await createTestDatabase())
  const database = await openDatabase({
    url,
    dataDir: '',
    poolSize: 4,
    durability: 'checked',
    onConnectionError: () => {},
  })
  await migrateToLatest(database)
  const store = createChangeStore(database)
  return {
    url,
    database,
    store,
    run: (statement: string) =>
      database.drizzle.execute(sql.raw(statement)) as unknown as Promise<{ rows: Record<string, unknown>[] }>,
    end: async () => (await store.findState()).end,
    changesAfter: async (cursor: Cursor | undefined) => {
      const page = await store.findAfter(cursor, 1000)
      return page?.changes.map(({ change }) => `${change.type} ${change.user_id}`) ?? 'expired'
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

function INSERT(userId: string, timezone = 'UTC'): string {
  return `insert into timezones (user_id, username, timezone) values ('${userId}', 'x', '${timezone}')`
}

function sorted(records: [string, unknown][]): string {
  return JSON.stringify(records.sort(([a], [b]) => (a < b ? -1 : 1)))
}
