import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { randomUser, startTestApi } from './start-test-api.ts'

test.concurrent.for(['is stopped', 'is frozen'] as const)(
  'while PostgreSQL %s, cached reads go on for five seconds',
  async (what) => {
    await using postgres = await startTestPostgres()
    await using api = await startTestApi({ DATABASE_URL: await createTestDatabase(postgres.url) })
    const { user_id, username } = randomUser()
    await api.client.setTimezone({ body: { user_id, username, timezone: 'Asia/Tokyo' } })
    const read = () => fetch(`${api.baseUrl}/get?id=${user_id}`)
    const isCached = async () => {
      await read()
      return api.context.records.registry.peek(user_id) !== undefined
    }
    await waitUntil(isCached, 'it to be cached')

    if (what === 'is stopped') await postgres.stop('SIGINT')
    else postgres.pause()
    const headers = { 'cache-control': 'max-age=0' }
    const fresh = fetch(`${api.baseUrl}/get?id=${user_id}`, { headers })
    let answered = 0
    while ((await read()).status === 200) answered += 1
    expect(api.context.tail.age()).toBeGreaterThan(5000)
    expect(answered).toBeGreaterThan(3)
    expect((await fresh).status).toBe(503)
    expect((await read()).status).toBe(503)

    if (what === 'is stopped') await postgres.start()
    else postgres.resume()
    await waitUntil(async () => (await read()).status === 200, 'PostgreSQL to be used again')
    await waitUntil(isCached, 'it to be cached again')
  },
)
