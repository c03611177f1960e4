import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestOptions } from './raw-request.ts'
import { createTestKey, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

// What existing clients send or expect beyond the documented routes, one test each.

const DISCORD_PAGE = { origin: 'https://discord.com', 'sec-fetch-site': 'cross-site' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    RATE_LIMIT_READS_PER_MINUTE: '100000',
    CORS_ORIGINS: 'https://discord.com,https://chat.example',
  })
})
afterAll(() => api[Symbol.asyncDispose]())

test('Node’s fetch gets 304, although it sends Cache-Control: no-cache with If-None-Match', async () => {
  const { user_id } = await api.save('UTC')
  for (const path of [
    `/get?id=${user_id}`,
    `/lookup?ids=${user_id}`,
    '/list',
    '/timezones',
    `/api/user/${user_id}`,
  ]) {
    const first = await fetch(`${api.baseUrl}${path}`)
    await first.arrayBuffer()
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(`${api.baseUrl}${path}`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()], path).toEqual([304, ''])
  }
})

test('repeated slashes are collapsed: clients join a base URL that ends in / with /list', async () => {
  const { user_id } = await api.save('UTC')
  for (const path of ['//list', '/v1//list', '//v1/list'])
    await expect.poll(async () => (await api.request(path)).body).toContain(user_id)
})

test('pages of any origin can read every response, including a 404, and those of a listed one with credentials', async () => {
  for (const path of ['/list', '/get?id=nobody', '/no/such/path', '/api/user/nobody', '/api/no/such/path'])
    for (const [headers, origin, credentials] of [
      [{ origin: 'https://blog.example' }, '*', null],
      [DISCORD_PAGE, 'https://discord.com', 'true'],
    ] as const) {
      const answer = await api.request(path, { headers })
      expect(answer.headers.get('access-control-allow-origin'), path).toBe(origin)
      expect(answer.headers.get('access-control-allow-credentials'), path).toBe(credentials)
      expect(answer.headers.get('vary'), path).toMatch(/\bOrigin\b/)
    }
})

test('pages can read the rate-limit headers of a response', async () => {
  const { headers } = await api.request('/get?id=nobody', {
    headers: { origin: 'https://blog.example' },
  })
  const exposed = headers.get('access-control-expose-headers')?.split(/ *, */) ?? []
  for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) {
    expect(headers.has(name), name).toBe(true)
    expect(exposed, name).toContain(name)
  }
  expect(exposed).toContain('Retry-After')
})

test('unknown form fields are ignored, unknown JSON fields are refused', async () => {
  const user = randomUser()
  const form = new URLSearchParams({ ...user, timezone: 'UTC', submit: 'Save', csrf: 'x' }).toString()
  expect((await post('/set', { headers: FORM, body: form })).status).toBe(200)
  const refused = await post('/set', { body: { ...user, timezone: 'UTC', submit: 'Save' } })
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([400, 'invalid_request'])
})

describe('a name that is not NFC or contains direction marks', () => {
  const DIRTY = '\u202ecafe\u0301\u200f'

  test('is cleaned for an API key, which passes on names from a chat service', async () => {
    const headers = { authorization: `Bearer ${(await createTestKey(api)).key}` }
    const set = (user: object) => post('/set', { headers, body: { ...user, timezone: 'UTC' } })
    const { user_id } = randomUser()
    const answer = await set({ user_id, username: DIRTY })
    expect([answer.status, JSON.parse(answer.body).user]).toEqual([
      200,
      { id: user_id, username: 'caf\u00e9' },
    ])
    const empty = await set({ user_id, username: '\u200f' })
    expect([empty.status, JSON.parse(empty.body).errors?.[0]?.path]).toEqual([400, 'username'])
    const withId = await set({ user_id: DIRTY, username: 'x' })
    expect([withId.status, JSON.parse(withId.body).errors?.[0]?.path]).toEqual([400, 'user_id'])
  })
})

function post(path: string, options: RequestOptions) {
  return api.request(path, { method: 'POST', ...options })
}

test('an unlisted page may read why its write is refused, but its preflight is refused', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const body = 'user_id=1&username=x&timezone=UTC'
  const answer = await post('/set', { body, headers: { ...FORM, ...headers } })
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([403, 'forbidden'])
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://evil.example')
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  expect(answer.headers.get('vary')).toContain('Origin')
  const preflight = await api.request('/set', {
    method: 'OPTIONS',
    headers: { ...headers, 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('the quirks of /set are those of no other route', async () => {
  const logout = await api.request('/logout?timezone=x', { method: 'POST' })
  expect(logout.status).toBe(200)
  const { user_id } = await api.save('UTC')
  const visibility = await api.request('/v1/visibility', {
    method: 'PUT',
    body: `user_id=${user_id}&visibility=unlisted&button=Save`,
    headers: FORM,
  })
  expect([visibility.status, JSON.parse(visibility.body).visibility]).toEqual([200, 'unlisted'])
})
