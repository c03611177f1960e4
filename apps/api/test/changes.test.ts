import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { page } from './change-pages.ts'
import { openTransaction, startTestApi } from './start-test-api.ts'

describe('GET /changes', () => {
  test('returns each user that changed once, in their latest state, page by page', async () => {
    await using api = await startTestApi()
    await api.client.setTimezone({ body: { user_id: 'ann', username: 'Ann', timezone: 'UTC' } })
    await api.client.setTimezone({ body: { user_id: 'bob', username: 'Bob', timezone: 'Asia/Tokyo' } })
    await api.client.deleteTimezone({ query: { user_id: 'ann' } })
    await api.client.deleteTimezone({ query: { user_id: 'ann' } })

    await api.client.setTimezone({ body: { user_id: 'eve', username: 'Eve', timezone: 'UTC' } })

    const first = await page(api, { limit: '2' })
    expect(first.changes).toMatchObject([
      {
        type: 'set',
        user_id: 'bob',
        username: 'Bob',
        timezone: 'Asia/Tokyo',
        at: expect.stringMatching(/Z$/),
      },
      { type: 'delete', user_id: 'ann' },
    ])
    expect(first.changes[1]).toEqual({ type: 'delete', user_id: 'ann', at: expect.any(String) })
    expect(first.more).toBe(true)
    const second = await page(api, { since: first.cursor, limit: '1' })
    expect(second).toMatchObject({ changes: [{ type: 'set', user_id: 'eve' }], more: false })
    const third = await page(api, { since: second.cursor })
    expect(third).toEqual({ changes: [], cursor: second.cursor, more: false })
  })

  test('a page may end within a transaction, and the next one has the rest of it', async () => {
    await using api = await startTestApi()
    await api.execute(`insert into timezones (user_id, username, timezone) select 'user-' || n, 'x', 'UTC' from generate_series(1, 4) n;
      delete from timezones where user_id in ('user-1', 'user-2')`)
    const seen: string[] = []
    let since: string | undefined
    for (let more = true; more; ) {
      const answer = await page(api, { limit: '1', ...(since !== undefined && { since }) })
      seen.push(...answer.changes.map(({ type, user_id }) => `${type} ${user_id}`))
      since = answer.cursor
      more = answer.more
    }
    expect(seen.toSorted()).toEqual(['delete user-1', 'delete user-2', 'set user-3', 'set user-4'])
  })

  test('never skips a transaction that commits late, as a reader of the sequence alone would', async () => {
    await using api = await startTestApi()
    const early = await openTransaction(api.databaseUrl)
    await early.query(SET('early'))
    await api.save('UTC', 'late')

    // The control: without the horizon, a reader would skip the early transaction.
    const visible = await api.execute('select user_id from timezones where ord > 0')
    expect(visible).toEqual([{ user_id: 'late' }])
    const before = await page(api, {})
    expect(before.changes).toEqual([])

    await early.query('commit')
    await early.end()
    const { changes } = await page(api, { since: before.cursor })
    expect(changes.map(({ user_id }) => user_id)).toEqual(['early', 'late'])
  })

  test('returns the state that was committed last, even if that transaction began first', async () => {
    await using api = await startTestApi()
    for (const [first, second, last] of [
      [SET('ann', 'first'), SET('ann', 'second'), { type: 'set', timezone: 'first' }],
      [SET('ann', 'first'), DELETE('ann'), { type: 'set', timezone: 'first' }],
      [DELETE('ann'), SET('ann', 'second'), { type: 'delete' }],
    ] as const) {
      await api.execute(SET('ann', 'before'))
      const { cursor } = await page(api, {})
      const early = await openTransaction(api.databaseUrl)
      // It has the lower id, but locks the row second.
      await early.query('select pg_current_xact_id()')
      await api.execute(second)
      await early.query(first)
      await early.query('commit')
      await early.end()

      const { changes } = await page(api, { since: cursor, limit: '1000' })
      expect(changes).toMatchObject([{ user_id: 'ann', ...last }])
    }
  })

  test.for(['x', '1-2-3', '-', '1--2', 'ZZZ-1', 'a'.repeat(65)])(
    'refuses the cursor %j, which it never returned',
    async (since, { api }) => {
      expect(await api.client.listChanges({ query: { since } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'since' }] },
      })
    },
  )

  test.for(['0', '1001', '-1', 'ten', '1.5'])('refuses the limit %s', async (limit, { api }) => {
    expect(await api.client.listChanges({ query: { limit } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'limit' }] },
    })
  })
})

function SET(userId: string, timezone = 'UTC'): string {
  return `insert into timezones (user_id, username, timezone) values ('${userId}', 'x', '${timezone}')
    on conflict (user_id) do update set timezone = excluded.timezone, updated_at = now()`
}

function DELETE(userId: string): string {
  return `delete from timezones where user_id = '${userId}'`
}
