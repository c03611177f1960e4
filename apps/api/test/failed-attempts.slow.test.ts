import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { createTestKey, randomKey, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

const LIMITED = { AUTH: 'required', RATE_LIMIT_FAILURES_PER_MINUTE: '60', TRUST_PROXY: '1' }
const HERE = '203.0.113.7'

test('of three hundred invalid keys in a row, sixty are looked up and the others get 429 without a query', async () => {
  await using postgres = await startTestPostgres()
  await using api = await startTestApi({ ...LIMITED, DATABASE_URL: await createTestDatabase(postgres.url) })
  for (let attempt = 0; attempt < 60; attempt++) expect((await set(api, randomKey())).status).toBe(401)
  // A query would now result in 503, seconds later.
  postgres.pause()
  for (let attempt = 0; attempt < 240; attempt++) {
    const { status, headers } = await set(api, randomKey())
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  postgres.resume()
})

test('failures of others in its network do not lock out a key that is in use, until it is revoked', async () => {
  await using api = await startTestApi(LIMITED)
  const { key, revoke } = await createTestKey(api)
  expect((await set(api, key)).status).toBe(200)
  while ((await set(api, randomKey())).status !== 429);
  // Longer than a key is trusted without a lookup.
  await expect.poll(() => api.context.access.apiKeys.peek(key)).toBeUndefined()
  expect((await set(api, key)).status).toBe(200)
  // A key that is new here is refused until the next minute; other networks are not affected.
  const { key: other } = await createTestKey(api)
  expect((await set(api, other)).status).toBe(429)
  expect((await set(api, other, '198.51.100.1')).status).toBe(200)
  await revoke()
  await expect.poll(() => api.context.access.apiKeys.peek(key)).toBeUndefined()
  expect((await set(api, key)).status).toBe(401)
  expect((await set(api, key)).status).toBe(429)
})

test.for<[string, (attempt: number, api: TestApi) => Promise<{ status: number }>]>([
  ['keys', (_attempt, api) => set(api, randomKey())],
  ['session ids', (attempt, api) => api.request('/me', { headers: guessedSession(attempt) })],
  ['callbacks of logins', (_attempt, api) => api.request('/auth/discord/callback?code=x&state=x')],
])('of five hundred invalid %s at once, twenty are looked up', async ([, attempt]) => {
  await using discord = await startTestDiscord()
  await using api = await startTestApi({ ...LIMITED, ...discord.env, RATE_LIMIT_FAILURES_PER_MINUTE: '20' })
  const answers = await Promise.all(Array.from({ length: 500 }, (_, number) => attempt(number, api)))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(401) + count(403), count(429)]).toEqual([20, 480])
})

test('logins that fail do not count for keys', async () => {
  await using discord = await startTestDiscord()
  await using api = await startTestApi({ ...LIMITED, ...discord.env, RATE_LIMIT_FAILURES_PER_MINUTE: '1' })
  const { key } = await createTestKey(api)
  const login = (query: string) => {
    const headers = { 'x-forwarded-for': HERE }
    return api.request(`/auth/discord/callback?${query}`, { headers })
  }
  expect((await login('code=x&state=x')).status).toBe(403)
  expect((await login('code=x&state=x')).status).toBe(429)
  expect((await set(api, key)).status).toBe(200)
})

function guessedSession(index: number): Record<string, string> {
  return { cookie: `__Host-session=${String(index).padStart(43, 'x')}` }
}

function set(api: TestApi, key: string, from = HERE) {
  return api.request('/set', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': from },
    body: { ...randomUser(), timezone: 'UTC' },
  })
}
