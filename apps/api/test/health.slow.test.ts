import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { randomUser, startTestApi } from './start-test-api.ts'

test('a service with a working database is healthy, ready and live', async () => {
  await using api = await startTestApi()
  const health = await api.client.getHealth()
  expect(health).toMatchObject({
    status: 200,
    body: {
      status: 'healthy',
      database: true,
      redis: true,
      version: '0.1.0',
      tzdata: expect.stringMatching(/^20\d\d[a-z]$/),
    },
  })
  expect(health.headers.get('cache-control')).toBe('no-store')
  expect(await api.client.getReadiness()).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(await api.client.getLiveness()).toMatchObject({ status: 200, body: { status: 'live' } })
})

describe.concurrent('when Postgres', () => {
  test.for(['dies', 'freezes'] as const)(
    '%s, requests fail without waiting for it, and writes succeed once it is back',
    async (fault) => {
      await using postgres = await startTestPostgres()
      await using api = await startTestApi({
        DATABASE_URL: await createTestDatabase(postgres.url),
        METRICS_PORT: '0',
      })
      const user = await api.save('Europe/Berlin')
      if (fault === 'dies') await postgres.stop('SIGKILL')
      else postgres.pause()

      await waitUntil(async () => (await api.client.getHealth()).status === 503, 'the new state in /health')
      expect(await api.client.getHealth()).toMatchObject({
        status: 503,
        body: { status: 'unhealthy', database: false },
      })
      const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text()
      expect(metrics).toContain('timezone_registry_dependency_up{dependency="database"} 0\n')
      expect(metrics).toMatch(/^timezone_registry_feed_held_back_seconds nan$/im)
      expect(await api.client.getLiveness()).toMatchObject({ status: 200 })
      expect(await api.client.getReadiness()).toMatchObject({ status: 503, body: { code: 'unavailable' } })

      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          api.client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } }),
        ),
      )
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
        expect(answer.headers.get('retry-after')).toBe('1')
      }

      if (fault === 'dies') await postgres.start()
      else postgres.resume()
      await waitUntil(
        async () => (await api.client.setTimezone({ body: { ...user, timezone: 'UTC' } })).status === 200,
        'sets to be served',
      )
      expect(await api.client.getTimezone({ query: { id: user.user_id } })).toMatchObject({
        body: { timezone: 'UTC' },
      })
      await waitUntil(async () => (await api.client.getHealth()).status === 200, 'the new state in /health')
    },
  )
})

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('when Redis', { concurrent: true }, () => {
  test.for(['dies', 'freezes'] as const)(
    '%s, the service is degraded, answers every request, and recovers',
    async (fault, { expect }) => {
      await using redis = await startTestRedis({ toBreak: true })
      await using api = await startTestApi({ REDIS_URL: redis.url, METRICS_PORT: '0' })
      const becomes = (status: string) =>
        expect
          .poll(async () => (await api.client.getHealth()).body)
          .toMatchObject({ status, database: true, redis: status === 'healthy' })
      // A start does not wait for Redis for long.
      await becomes('healthy')

      if (fault === 'dies') await redis.stop()
      else redis.pause()
      await becomes('degraded')
      expect((await api.client.getHealth()).status).toBe(200)
      const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text()
      expect(metrics).toContain('timezone_registry_dependency_up{dependency="redis"} 0\n')
      expect(metrics).toContain('timezone_registry_dependency_up{dependency="database"} 1\n')
      expect(await api.client.getReadiness()).toMatchObject({ status: 200 })
      const user = randomUser()
      expect(await api.client.setTimezone({ body: { ...user, timezone: 'UTC' } })).toMatchObject({
        status: 200,
      })
      expect(await api.client.getTimezone({ query: { id: user.user_id } })).toMatchObject({ status: 200 })

      if (fault === 'dies') await redis.start()
      else redis.resume()
      await becomes('healthy')
    },
  )
})
