import { redisMissing } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { openRedisPool } from '../src/redis/redis-pool.ts'
import { startTestSentinels } from './servers/redis-sentinel.ts'
import { startTestApi } from './start-test-api.ts'
import { healthOf, startTraffic } from './traffic.ts'

const logger = pino({ level: 'silent' })
// Sentinels whose votes are split try again after a while.
const ELECTION_SECONDS = 60

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('Redis behind sentinels', () => {
  test.for(['SIGKILL', 'SIGSTOP'] as const)(
    'a primary that gets %s is replaced automatically: no request fails, and no read is stale',
    { timeout: ELECTION_SECONDS * 1500 },
    async (signal) => {
      await using redis = await startTestSentinels()
      await using here = await startTestApi({ REDIS_URL: redis.url })
      await using there = await startTestApi({ REDIS_URL: redis.url, DATABASE_URL: here.databaseUrl })
      const isHealthy = async () => (await healthOf(here)) && (await healthOf(there))
      await waitUntil(isHealthy, 'Redis to be used')
      const broken = await redis.primary()
      await using pool = await openRedisPool({ url: redis.url, poolSize: 2, keyPrefix: 'test', logger })
      const answers = () =>
        pool.ping().then(
          () => true,
          () => false,
        )

      await using traffic = startTraffic(here, there)
      redis.break(broken, signal)
      await waitUntil(async () => (await redis.primary()) !== broken, 'another primary', ELECTION_SECONDS)
      await waitUntil(answers, 'the other primary to be used')
      await waitUntil(isHealthy, '/health to say so', 5)

      // The old one comes back as a replica, which refuses writes.
      redis.resume(broken)
      await traffic.rounds(5)
      expect(await isHealthy()).toBe(true)
      expect(traffic.statuses).toEqual(new Set([200]))
    },
  )

  test('the service starts without any sentinel, and never shows their password', async () => {
    await using api = await startTestApi({
      REDIS_URL: 'redis+sentinel://user:hidden@127.0.0.1:1,127.0.0.1:2/main?sentinel_password=hidden',
    })
    const health = await fetch(`${api.baseUrl}/health`)
    expect(await health.text()).not.toContain('hidden')
    expect(health.status).toBe(200)
  })
})
