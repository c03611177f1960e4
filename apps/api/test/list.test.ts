import { describe, expect } from 'vitest'
import { createRecordList } from '../src/records/record-list.ts'
import { test } from './api-test.ts'
import { rawFetch } from './raw-request.ts'
import { execute, openTransaction, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

describe('GET /list', () => {
  test('is a map of all records, read in pages', async () => {
    await using own = await startTestApi()
    await execute(
      own.databaseUrl,
      `insert into timezones (user_id, username, timezone) select 'user "' || n || '"', 'na\\me', 'UTC' from generate_series(1, 12000) n`,
    )
    const response = await fetch(`${own.baseUrl}/list`, { headers: { accept: 'application/json' } })
    const list = (await response.json()) as Record<string, unknown>
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(Object.keys(list)).toHaveLength(12_000)
    expect(list['user "7"']).toEqual({ username: 'na\\me', timezone: 'UTC' })
  })

  test('includes records whose text is older than the rule against control characters', async () => {
    await using own = await startTestApi()
    await execute(own.databaseUrl, 'alter table timezones drop constraint timezones_username_text')
    await execute(
      own.databaseUrl,
      `insert into timezones (user_id, username, timezone)
       select 'user ' || n, case when n = 1500 then E'a\\x01"b' else 'x' end, 'UTC' from generate_series(1, 3000) n`,
    )
    const list = (await (await fetch(`${own.baseUrl}/list`)).json()) as Record<string, unknown>
    expect(Object.keys(list)).toHaveLength(3000)
    expect(list['user 1500']).toEqual({ username: 'a\u0001"b', timezone: 'UTC' })
  })

  test('is an empty object when there is no record', async () => {
    await using own = await startTestApi()
    expect(await own.client.listTimezones()).toMatchObject({ status: 200, body: {} })
  })

  test('has an ETag that changes with every change, and answers 304 until then', async () => {
    await using own = await startTestApi()
    const etags = [await etagOf(own)]
    const user = randomUser()
    await own.client.setTimezone({ body: { ...user, timezone: 'UTC' } })
    etags.push(await etagOf(own))
    await own.client.setTimezone({ body: { ...user, timezone: 'UTC' } })
    etags.push(await etagOf(own))
    await own.client.deleteTimezone({ query: { user_id: user.user_id } })
    etags.push(await etagOf(own))
    expect(new Set(etags).size).toBe(4)

    // While an older transaction is in progress anywhere on the server, the ETag depends on it.
    await expect
      .poll(async () => {
        const headers = { 'if-none-match': await etagOf(own) }
        const { status, body } = await rawFetch(`${own.baseUrl}/list`, { headers })
        const typed = await own.client.listTimezones({ extraHeaders: headers })
        return [status, body, typed.status]
      })
      .toEqual([304, '', 304])
    const old = await rawFetch(`${own.baseUrl}/list`, { headers: { 'if-none-match': etags[2] ?? '' } })
    expect(old.status).toBe(200)
  })

  test('changes its ETag when a transaction that began early commits late', async () => {
    await using own = await startTestApi()
    const early = await openTransaction(own.databaseUrl)
    await early.query("insert into timezones (user_id, username, timezone) values ('early', 'x', 'UTC')")
    await own.client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })
    const before = await etagOf(own)
    await early.query('commit')
    await early.end()
    expect(await etagOf(own)).not.toBe(before)
  })

  test('is compressed for clients that accept it', async ({ api }) => {
    for (const encoding of ['gzip', 'br']) {
      const answer = await rawFetch(`${api.baseUrl}/timezones`, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    }
  })

  test('reads at most one page ahead, and stops when the reader disconnects', async () => {
    let pages = 0
    const findListPage = async () => {
      pages += 1
      const json = `"${pages}":{}`
      return { toJson: () => json, lastUserId: String(pages) }
    }
    const stream = await createRecordList({ store: { findListPage } }).stream('a')
    const reader = stream[Symbol.asyncIterator]()
    for (let taken = 0; taken < 10; taken++) await reader.next()
    expect(pages).toBeLessThan(30)
    stream.destroy()
    const pagesAtEnd = pages
    await new Promise((resolve) => stream.once('close', resolve))
    expect(pages).toBeLessThanOrEqual(pagesAtEnd + 1)
  })

  test('stalled readers hold no connection to the database', async () => {
    await using own = await startTestApi({ DATABASE_POOL_SIZE: '2' })
    await execute(
      own.databaseUrl,
      `insert into timezones (user_id, username, timezone) select 'user-' || n, repeat('x', 200), 'UTC' from generate_series(1, 60000) n`,
    )
    const slow = await Promise.all(Array.from({ length: 6 }, () => fetch(`${own.baseUrl}/list`)))
    // Far more slow readers than connections; without one, these would get 503.
    expect((await own.client.getTimezone({ query: { id: 'user-1' } })).status).toBe(200)
    expect((await own.client.getStats()).status).toBe(200)
    await Promise.all(slow.map((response) => response.body?.cancel()))
    expect((await own.client.getTimezone({ query: { id: 'user-2' } })).status).toBe(200)
  })

  test('refuses the 17th list that a network has open, and none of another', async () => {
    await using own = await startTestApi({ TRUST_PROXY: '1' })
    await execute(
      own.databaseUrl,
      `insert into timezones (user_id, username, timezone) select 'user-' || n, repeat('x', 200), 'UTC' from generate_series(1, 60000) n`,
    )
    const read = (network: string) =>
      fetch(`${own.baseUrl}/list`, { headers: { 'x-forwarded-for': network } })
    // Nobody reads them, so they stay open.
    const open = await Promise.all(Array.from({ length: 16 }, () => read('203.0.113.7')))
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await read('203.0.113.7')).status).toBe(429)
    const other = await read('203.0.113.8')
    expect(other.status).toBe(200)
    await Promise.all([...open, other].map((response) => response.body?.cancel()))
  })
})

async function etagOf({ baseUrl }: TestApi): Promise<string> {
  return (await rawFetch(`${baseUrl}/list`)).headers.get('etag') ?? ''
}
