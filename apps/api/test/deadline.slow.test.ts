import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { expect, test } from 'vitest'
import { createTestKey, randomUser, startTestApi } from './start-test-api.ts'

const SESSION = { cookie: `__Host-session=${'a'.repeat(43)}` }

test('while the database is frozen, routes that need it answer 503, for any caller', async () => {
  await using postgres = await startTestPostgres()
  await using api = await startTestApi({ DATABASE_URL: postgres.url, READS: 'public', AUTH: 'open' })
  const { key } = await createTestKey(api)
  const body = () => ({ ...randomUser(), timezone: 'UTC' })
  postgres.pause()
  const requests = {
    read: ['/get?id=nobody', {}],
    'keyed read': ['/get?id=nobody2', { headers: { authorization: `Bearer ${key}` } }],
    set: ['/set', { method: 'POST', body: body() }],
    'keyed set': ['/set', { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: body() }],
    'set with a session': ['/set', { method: 'POST', headers: SESSION, body: body() }],
    me: ['/me', { headers: SESSION }],
    logout: ['/logout', { method: 'POST', headers: SESSION }],
    list: ['/list', {}],
    changes: ['/changes', {}],
    stats: ['/stats', {}],
    search: ['/search?name=nobody', {}],
  } as const
  // The database continues only once every request has been answered.
  const answers = await Promise.all(
    Object.entries(requests).map(async ([name, [path, init]]) => {
      const { status, headers } = await api.request(path, init)
      return { name, status, retryAfter: headers.has('retry-after') }
    }),
  )
  postgres.resume()
  expect(answers).toEqual(Object.keys(requests).map((name) => ({ name, status: 503, retryAfter: true })))
  await expect.poll(async () => (await fetch(`${api.baseUrl}/get?id=nobody`)).status).toBe(404)
})
