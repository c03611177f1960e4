import { describe, expect, test } from 'vitest'
import { type Cursor, formatCursor } from '../src/feed/cursor.ts'
import { INSERT, openFeed } from './open-feed.ts'
import { execute } from './start-test-api.ts'

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
