import { loadConfig } from '@timezone-registry/config'
import { redisMissing } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkRedis } from '../src/cli/doctor/check-redis.ts'
import { createRedisCount } from '../src/limits/shared-count.ts'
import { openRedisPool } from '../src/redis/redis-pool.ts'
import { startTestRedisCluster, type TestRedisCluster } from './servers/redis-cluster.ts'
import { startTestApi } from './start-test-api.ts'
import { healthOf, startTraffic } from './traffic.ts'

const logger = pino({ level: 'silent' })
const keyPrefix = 'timezone-registry'
const KEY = `${keyPrefix}:key`
const FAILOVER_SECONDS = 30

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('Redis Cluster', { timeout: 90_000 }, () => {
  let cluster: TestRedisCluster

  beforeAll(async () => {
    cluster = await startTestRedisCluster()
  }, 60_000)
  afterAll(() => cluster[Symbol.asyncDispose]())

  test('keys on every server are read and written, and counted for all instances', async () => {
    await using pool = await openRedisPool({ url: cluster.url, poolSize: 4, keyPrefix, logger })
    const keys = Array.from({ length: 60 }, (_, index) => `${keyPrefix}:test:${index}`)
    const owners = new Set(await Promise.all(keys.slice(0, 20).map((key) => cluster.ownerOf(key))))
    expect(owners.size).toBe(3)
    for (const key of keys) await pool.run((commands) => commands.set(key, key, 'PX', 60_000))
    const values = await Promise.all(keys.map((key) => pool.run((commands) => commands.get(key))))
    expect(values).toEqual(keys)
    const count = createRedisCount(pool)
    for (let used = 1; used <= 5; used++) expect((await count.add('caller', 1)).used).toBe(used)
  })

  test('the doctor’s checks find nothing to correct', async () => {
    const findings = await checkRedis(loadConfig({ REDIS_URL: cluster.url }))
    expect(findings.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(findings).toContainEqual({ check: 'redis role', status: 'ok', message: 'a cluster' })
  })

  // Last, because a killed server does not come back.
  test.for(['SIGSTOP', 'SIGKILL'] as const)(
    'a primary that gets %s is replaced automatically: no request fails, and no read is stale',
    async (signal) => {
      await using here = await startTestApi({ REDIS_URL: cluster.url })
      await using there = await startTestApi({ REDIS_URL: cluster.url, DATABASE_URL: here.databaseUrl })
      const isHealthy = async () => (await healthOf(here)) && (await healthOf(there))
      await waitUntil(isHealthy, 'Redis to be used')
      await cluster.complete()
      const broken = (await cluster.ownerOf(KEY)) ?? 0

      await using traffic = startTraffic(here, there)
      await traffic.rounds(20)
      cluster.break(broken, signal)
      await waitUntil(
        async () => ![broken, undefined].includes(await cluster.ownerOf(KEY)),
        'a replica to take over',
        FAILOVER_SECONDS,
      )
      await traffic.rounds(20)
      await waitUntil(isHealthy, '/health to say so', 5)

      // The old one comes back as a replica.
      cluster.resume(broken)
      await traffic.rounds(20)
      expect(traffic.statuses).toEqual(new Set([200]))
    },
  )
})
