import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { openRedisPool, type RedisPool } from '../src/redis/redis-pool.ts'

const logger = pino({ level: 'silent' })

test('a pool whose Redis is not there opens, and refuses commands at once', async () => {
  await using pool = await openRedisPool({ url: 'redis://127.0.0.1:1', poolSize: 2, logger })
  await expect(timed(pool.ping())).resolves.toMatchObject({
    failed: true,
    milliseconds: expect.toSatisfy(isAtOnce),
  })
})

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('on a real Redis', () => {
  test('the connections are used in turn', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 3, logger })
    const ids = await Promise.all(
      Array.from({ length: 9 }, () => pool.run((connection) => connection.client('ID'))),
    )
    expect(new Set(ids).size).toBe(3)
  })

  test('a frozen Redis costs 150 ms three times, then nothing until the breaker probes again', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 2, logger })
    redis.pause()

    for (let failures = 0; failures < 3; failures++)
      expect((await timed(pool.ping())).milliseconds).toBeLessThan(400)
    const whileOpen = await Promise.all(Array.from({ length: 100 }, () => timed(pool.ping())))
    expect(whileOpen.every(({ failed, milliseconds }) => failed && isAtOnce(milliseconds))).toBe(true)

    redis.resume()
    await expectBackWithinTwoSeconds(pool)
  })

  test('a Redis that dies and comes back is used again without a restart', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 2, logger })
    await redis.stop()
    await waitUntil(async () => (await timed(pool.ping())).failed, 'the loss to be seen')
    await redis.start()
    await expectBackWithinTwoSeconds(pool)
  })

  test('a closed pool leaves no connection behind', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using watcher = await openRedisPool({ url: redis.url, poolSize: 1, logger })
    const count = () =>
      watcher.run(
        async (connection) =>
          String(await connection.client('LIST'))
            .trim()
            .split('\n').length,
      )
    const pool = await openRedisPool({ url: redis.url, poolSize: 4, logger })
    pool.subscribe('any', { onMessage: () => {}, onLive: () => {} })
    await waitUntil(async () => (await count()) === 6, 'every connection to be there')
    await pool[Symbol.asyncDispose]()
    await waitUntil(async () => (await count()) === 1, 'the connections to be gone')
  })
})

async function expectBackWithinTwoSeconds(pool: RedisPool): Promise<void> {
  const since = performance.now()
  await waitUntil(async () => !(await timed(pool.ping())).failed, 'Redis to be used again')
  expect(performance.now() - since).toBeLessThan(2000)
}

async function timed(work: Promise<unknown>): Promise<{ failed: boolean; milliseconds: number }> {
  const since = performance.now()
  const failed = await work.then(
    () => false,
    () => true,
  )
  return { failed, milliseconds: performance.now() - since }
}

function isAtOnce(milliseconds: number): boolean {
  return milliseconds < 100
}
