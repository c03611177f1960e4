import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { rawFetch } from './raw-request.ts'
import { randomUser, startTestApi, type TestApi } from './start-test-api.ts'

const user = randomUser()
test.beforeAll(async ({ api }) => {
  await api.save('UTC', user)
})

describe('GET /list', () => {
  test('is a map of all records, read in pages, also of names older than the rule against control characters', async () => {
    await using own = await startTestApi()
    await own.execute('alter table timezones drop constraint timezones_username_text')
    await own.execute(
      `insert into timezones (user_id, username, timezone) select 'user "' || n || '"', case when n = 1500 then E'a\\x01"b' else 'na\\me' end, 'UTC' from generate_series(1, 12000) n`,
    )
    const response = await fetch(`${own.baseUrl}/list`, { headers: { accept: 'application/json' } })
    const list = (await response.json()) as Record<string, unknown>
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(Object.keys(list)).toHaveLength(12_000)
    expect(list['user "7"']).toEqual({ username: 'na\\me', timezone: 'UTC' })
    expect(list['user "1500"']).toEqual({ username: 'a\u0001"b', timezone: 'UTC' })
  })

  test('is an empty object when there is no record', async () => {
    await using own = await startTestApi()
    expect(await own.client.listTimezones()).toMatchObject({ status: 200, body: {} })
  })

  test('has an ETag of its text, which answers 304 until another text is built', async () => {
    await using own = await startTestApi()
    const before = await etagOf(own)
    const headers = { 'if-none-match': before }
    const { status, body } = await own.request('/list', { headers })
    const typed = await own.client.listTimezones({ extraHeaders: headers })
    expect([status, body, typed.status]).toEqual([304, '', 304])
    await own.save('UTC', user)
    await expect.poll(() => etagOf(own)).not.toBe(before)
    expect((await own.request('/list', { headers })).status).toBe(200)
    await own.client.deleteTimezone({ query: { user_id: user.user_id } })
    await expect.poll(() => etagOf(own)).toBe(before)
  })

  test.for([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'gzip'],
    ['br', null],
    ['br;q=1, gzip;q=0', null],
    ['identity', null],
    ['*;q=0', null],
  ] as const)('for clients that accept %s, it has the encoding %s', async ([accepted, encoding], { api }) => {
    const headers = { 'accept-encoding': accepted }
    const found = await fetch(`${api.baseUrl}/list`, { headers })
    expect(found.headers.get('content-encoding')).toBe(encoding)
    expect(await found.json()).toMatchObject({ [user.user_id]: { username: user.username, timezone: 'UTC' } })
    const head = await fetch(`${api.baseUrl}/list`, { method: 'HEAD', headers })
    const known = await fetch(`${api.baseUrl}/list`, {
      headers: { ...headers, 'if-none-match': found.headers.get('etag') ?? '' },
    })
    expect([found.status, head.status, known.status]).toEqual([200, 200, 304])
    expect(head.headers.get('content-encoding')).toBe(encoding)
    for (const name of ['etag', 'changes-cursor', 'vary', 'cache-control'])
      for (const { headers } of [head, known]) expect(headers.get(name)).toBe(found.headers.get(name))
    expect(found.headers.get('vary')).toContain('Accept-Encoding')
  })
})

async function etagOf({ baseUrl }: TestApi): Promise<string> {
  return (await rawFetch(`${baseUrl}/list`)).headers.get('etag') ?? ''
}
