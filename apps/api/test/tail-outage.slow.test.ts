import { setTimeout as sleep } from 'node:timers/promises'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { randomUser, startTestApi } from './start-test-api.ts'

test.for(['is stopped', 'is frozen'] as const)(
  'while PostgreSQL %s, cached reads go on for five seconds, and say how old they may be',
  { timeout: 60_000 },
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
    const lags: number[] = []
    // Nothing that may be older than promised is shown.
    for (let response = await read(); response.status !== 503; response = await read()) {
      expect(response.status).toBe(200)
      lags.push(Number(response.headers.get('registry-lag')))
      await sleep(20)
    }
    expect(lags).toEqual(lags.toSorted((a, b) => a - b))
    expect(lags.at(-1)).toBeGreaterThan(4)
    expect(lags.at(-1)).toBeLessThanOrEqual(5)

    if (what === 'is stopped') await postgres.start()
    else postgres.resume()
    await waitUntil(async () => (await read()).status === 200, 'PostgreSQL to be used again')
    await waitUntil(isCached, 'it to be cached again', 5)
    expect((await read()).headers.get('registry-lag')).toBeNull()
  },
)
