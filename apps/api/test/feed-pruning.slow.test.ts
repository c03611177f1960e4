import { describe, expect, test } from 'vitest'
import { page, saveAll } from './change-pages.ts'
import { INSERT } from './open-feed.ts'
import { openTransaction, startTestApi } from './start-test-api.ts'

describe('pruning', () => {
  test('answers 410 for a cursor older than a pruned tombstone, with a reference to the list', async () => {
    await using api = await startTestApi()
    await saveAll(api, ['0', '1', '2', '3'])
    const { cursor: old } = await page(api, { limit: '1' })
    for (const user_id of ['1', '2']) await api.client.deleteTimezone({ query: { user_id } })
    const { cursor } = await page(api, {})
    await api.execute(`update timezone_tombstones set at = now() - interval '31 days'`)
    const { store } = api.context.changes
    while (await store.prune(30, 1));

    expect(await api.execute('select * from timezone_tombstones')).toEqual([])
    expect(await api.client.listChanges({ query: { since: old } })).toMatchObject({
      status: 410,
      body: { code: 'cursor_expired', message: expect.stringContaining('/list') },
    })
    expect((await page(api, { since: cursor })).changes).toEqual([])
    // The list's cursor is valid, and so is each page of a reader without a cursor.
    const list = await api.client.listTimezones()
    await page(api, { since: list.headers.get('changes-cursor') ?? '' })
    const first = await page(api, { limit: '1' })
    const rest = await page(api, { since: first.cursor })
    expect([...first.changes, ...rest.changes].map(({ user_id }) => user_id)).toEqual(['0', '3'])
  })

  test('answers 410 for a cursor between two tombstones of one transaction that was pruned', async () => {
    await using api = await startTestApi()
    await saveAll(api, ['0', '1', '2'])
    await api.execute("delete from timezones where user_id in ('1', '2')")
    const sets = await page(api, { limit: '1' })
    const { changes, cursor } = await page(api, { since: sets.cursor, limit: '1' })
    expect(changes).toMatchObject([{ type: 'delete' }])
    await api.execute(`update timezone_tombstones set at = now() - interval '31 days'`)
    await api.context.changes.store.prune(30, 10)
    expect(await api.client.listChanges({ query: { since: cursor } })).toMatchObject({ status: 410 })
  })

  test('a tombstone that follows a transaction in progress is not pruned: a list must have a valid cursor', async () => {
    await using api = await startTestApi()
    await saveAll(api, ['ann'])
    const early = await openTransaction(api.databaseUrl)
    await early.query(INSERT('early'))
    await api.client.deleteTimezone({ query: { user_id: 'ann' } })
    await api.execute(`update timezone_tombstones set at = now() - interval '31 days'`)
    await api.context.changes.store.prune(30, 10)
    expect(await api.execute('select user_id from timezone_tombstones')).toHaveLength(1)
    const list = await api.client.listTimezones()
    expect((await page(api, { since: list.headers.get('changes-cursor') ?? '' })).changes).toEqual([])
    await early.end()
  })

  test('the service prunes tombstones older than the retention when it starts', async () => {
    await using first = await startTestApi()
    await saveAll(first, ['old', 'new'])
    for (const user_id of ['old', 'new']) await first.client.deleteTimezone({ query: { user_id } })
    await first.execute(`update timezone_tombstones set at = now() - interval '3 days' where user_id = 'old'`)
    await using second = await startTestApi({ DATABASE_URL: first.databaseUrl, CHANGES_RETENTION_DAYS: '2' })
    await expect
      .poll(async () => (await page(second, {})).changes.map(({ user_id }) => user_id))
      .toEqual(['new'])
  })

  test('keeps nothing about a deleted user except the deletion', async () => {
    await using api = await startTestApi()
    await saveAll(api, ['ann'])
    await api.client.deleteTimezone({ query: { user_id: 'ann' } })
    const [left] = await api.execute('select * from timezone_tombstones')
    expect(Object.keys(left ?? {})).toEqual(['user_id', 'ord', 'position', 'at'])
  })
})
