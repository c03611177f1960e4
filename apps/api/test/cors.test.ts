import { describe, expect } from 'vitest'
import { test as base } from './api-test.ts'
import type { Route } from './expected-statuses.ts'
import { REQUESTS } from './route-requests.ts'
import { randomUser, type TestApi } from './start-test-api.ts'

const test = base.extend({
  env: [{ CORS_ORIGINS: 'https://discord.com', PUBLIC_URL: 'https://own.example' }, { scope: 'file' }],
})

const CHANGES = (Object.keys(REQUESTS) as Route[]).filter((route) => {
  const { method = 'GET' } = REQUESTS[route]('1')
  return !['GET', 'HEAD'].includes(method) && route !== 'lookupPluginUsers'
})

describe('every request that changes something is refused before it has an effect', () => {
  test.for<[string, Record<string, string>]>([
    ['from an origin outside the list', { origin: 'https://evil.example' }],
    ['from an origin that begins like a listed one', { origin: 'https://discord.com.evil.example' }],
    ['from the null origin', { origin: 'null' }],
    ['from a listed host without TLS', { origin: 'http://discord.com' }],
    ['from another site that sends no Origin', { 'sec-fetch-site': 'cross-site' }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ])('%s', async ([, headers], { api }) => {
    const { user_id, username } = randomUser()
    await api.client.setTimezone({ body: { user_id, username, timezone: 'Asia/Tokyo' } })
    for (const route of CHANGES) {
      const { path, body, ...request } = REQUESTS[route](user_id)
      const answer = await api.request(path, { ...request, headers, body })
      expect([route, answer.status, JSON.parse(answer.body).code]).toEqual([route, 403, 'forbidden'])
    }
    const { body } = await api.client.getTimezone({ query: { id: user_id } })
    expect(body).toMatchObject({ timezone: 'Asia/Tokyo', user: { username } })
  })
})

test('the service’s own page may write, at the address it was loaded from and at PUBLIC_URL', async ({
  api,
}) => {
  for (const origin of [api.baseUrl, 'https://own.example'])
    expect((await set(api, { origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  const { port } = new URL(api.baseUrl)
  const byName = { origin: `http://localhost:${port}`, host: `localhost:${port}` }
  expect((await set(api, byName)).status).toBe(200)
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
    expect((await api.request('/health', { headers: { host } })).status).toBe(status)
})

function set(api: TestApi, headers: Record<string, string>) {
  return api.request('/set', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...randomUser(), timezone: 'UTC' }).toString(),
  })
}
