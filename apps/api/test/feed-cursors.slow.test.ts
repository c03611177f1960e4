import { settleChangeFeed } from '@timezone-registry/db/settle-feed'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { type Cursor, formatCursor } from '../src/feed/cursor.ts'
import { INSERT, openFeed } from './open-feed.ts'
import { execute } from './start-test-api.ts'

const RESTORE_FEED =
  'create table dump as select * from timezone_feed; delete from timezone_feed; insert into timezone_feed select * from dump'

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
    await feed.store.prune(30, 10)
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

describe('a cursor that is ahead of the feed expires', () => {
  const ahead: [string, (end: Cursor) => Cursor][] = [
    ['in a later transaction', (end) => at(end, { ord: end.place.ord + 1_000_000 })],
    ['in a transaction that has ended without a change', (end) => at(end, { ord: end.place.ord + 1 })],
    ['later in the last transaction', (end) => at(end, { position: end.place.position + 1 })],
    ['by what it says was pruned', (end) => ({ ...end, floor: { ord: end.place.ord + 5, position: 1 } })],
  ]
  test.for(ahead)('%s', async ([, move]) => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    await execute(feed.url, 'begin; select pg_current_xact_id(); rollback')
    const end = await feed.end()
    expect(await feed.changesAfter(move(end))).toBe('expired')
    expect(await feed.changesAfter(end)).toEqual([])
  })

  test('and does so after further changes, as when the files of the server were restored', async () => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const end = await feed.end()
    // As if the files had been copied at `end`, and 60 changes later put back.
    const lost = at(end, { ord: end.place.ord + 60, position: end.place.position + 60 })
    await execute(feed.url, INSERT('bob'))
    expect(await feed.changesAfter(lost)).toBe('expired')
    expect(await feed.changesAfter(end)).toEqual(['set bob'])
  })
})

describe('a cursor stays valid', () => {
  test.for([
    ['is made again', "update timezones set timezone = 'X'", ['set ann']],
    ['is deleted', 'delete from timezones', ['delete ann']],
    ['is hidden', "update timezones set visibility = 'private'", ['delete ann']],
    ['is renamed', "update timezones set user_id = 'bob'", ['set bob', 'delete ann']],
  ] as const)('when its change %s', async ([, statement, changes]) => {
    await using feed = await openFeed()
    await execute(feed.url, INSERT('ann'))
    const end = await feed.end()
    await execute(feed.url, statement)
    expect(await feed.changesAfter(end)).toEqual(changes)
  })

  test('when its change is pruned; readers that have everything then share one cursor', async () => {
    await using feed = await openFeed()
    await execute(feed.url, `${INSERT('ann')}; delete from timezones`)
    const [start, end] = [(await feed.store.findAfter(undefined, 1))?.cursor, await feed.end()]
    await execute(feed.url, "update timezone_tombstones set at = now() - interval '31 days'")
    await expect.poll(() => feed.store.prune(30, 10)).toBe(false)
    const fresh = await feed.store.findAfter(undefined, 1)
    const pages = await Promise.all([start, end].map((cursor) => feed.store.findAfter(cursor, 1)))
    expect(pages.map((page) => page && formatCursor(page.cursor))).toEqual([
      formatCursor(end),
      formatCursor(end),
    ])
    expect(fresh && formatCursor(fresh.cursor)).toBe(formatCursor(end))
  })
})

function at(cursor: Cursor, place: Partial<Cursor['place']>): Cursor {
  return { ...cursor, place: { ...cursor.place, ...place } }
}
