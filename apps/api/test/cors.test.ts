import { describe, expect } from 'vitest'
import { test as base } from './api-test.ts'
import { rawFetch } from './raw-request.ts'
import { randomUser, type TestApi } from './start-test-api.ts'

const test = base.extend({
  env: [{ CORS_ORIGINS: 'https://discord.com', PUBLIC_URL: 'https://own.example' }, { scope: 'file' }],
})

const DISCORD = { origin: 'https://discord.com', 'sec-fetch-site': 'cross-site' }

test('any origin may read, without credentials', async ({ api }) => {
  const answer = await rawFetch(`${api.baseUrl}/get?id=nobody`, {
    headers: { origin: 'https://blog.example' },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  // A listed origin gets a different response, which a shared cache must keep separate.
  expect(answer.headers.get('vary')).toContain('Origin')
})

test('a listed origin is echoed exactly, for requests with credentials', async ({ api }) => {
  const answer = await set(api, { headers: DISCORD })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://discord.com')
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  expect(answer.headers.get('vary')).toContain('Origin')
})

test('a preflight from a listed origin allows the methods and headers that clients use', async ({ api }) => {
  const answer = await rawFetch(`${api.baseUrl}/delete?user_id=1`, {
    method: 'OPTIONS',
    headers: {
      ...DISCORD,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'x-user-agent',
    },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-methods')).toContain('DELETE')
  expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-user-agent')
})

describe('a write is refused before it has an effect', () => {
  test.for<[string, Record<string, string>]>([
    ['from an origin outside the list', { origin: 'https://evil.example' }],
    ['from an origin that begins like a listed one', { origin: 'https://discord.com.evil.example' }],
    ['from the null origin', { origin: 'null' }],
    ['from a listed host without TLS', { origin: 'http://discord.com' }],
    ['from another site that sends no Origin', { 'sec-fetch-site': 'cross-site' }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ])('%s', async ([, headers], { api }) => {
    const user = randomUser()
    const answer = await set(api, { headers, user })
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden' })
    const read = await api.client.getTimezone({ query: { id: user.user_id } })
    expect(read.status).toBe(404)
  })
})

test('the service’s own page may write, at the address it was loaded from and at PUBLIC_URL', async ({
  api,
}) => {
  for (const origin of [api.baseUrl, 'https://own.example'])
    expect((await set(api, { headers: { origin, 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  const { port } = new URL(api.baseUrl)
  const byName = { origin: `http://localhost:${port}`, host: `localhost:${port}` }
  expect((await set(api, { headers: byName })).status).toBe(200)
})

test('in open mode on loopback, a foreign host name that resolves to it is refused (DNS rebinding)', async ({
  api,
}) => {
  for (const [host, status] of [
    ['rebound.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost', 200],
    ['[::1]:3000', 200],
    ['own.example', 200],
  ] as const)
    expect((await rawFetch(`${api.baseUrl}/health`, { headers: { host } })).status).toBe(status)
})

function set(
  api: TestApi,
  {
    headers,
    user = randomUser(),
  }: {
    headers: Record<string, string>
    user?: ReturnType<typeof randomUser>
  },
) {
  return rawFetch(`${api.baseUrl}/set`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...user, timezone: 'UTC' }).toString(),
  })
}
