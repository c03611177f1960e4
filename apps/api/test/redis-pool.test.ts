import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { openRedisPool, type RedisPool } from '../src/redis/redis-pool.ts'

const options = { keyPrefix: 'test', logger: pino({ level: 'silent' }) }

test('a pool opens while Redis is down, and rejects commands', async () => {
  await using pool = await openRedisPool({ url: 'redis://127.0.0.1:1', poolSize: 2, ...options })
  await expect(pool.ping()).rejects.toThrow()
})

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('on a real Redis', () => {
  test('the connections are used in turn', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 3, ...options })
    const ids: unknown[] = []
    // On a busy machine a command may take too long.
    const ask = () => pool.run((connection) => connection.client('ID')).then((id) => ids.push(id))
    await waitUntil(async () => {
      for (let command = 0; command < 3; command++) await ask().catch(() => {})
      return ids.length >= 9
    }, 'nine answers')
    expect(new Set(ids).size).toBe(3)
  })

  test('a frozen Redis delays three commands, then none until the breaker probes again', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 2, ...options })
    redis.pause()

    for (let failures = 0; failures < 3; failures++) {
      expect(pool.isBreakerOpen).toBe(false)
      await expect(pool.ping()).rejects.toThrow()
    }
    let sent = 0
    const send = () =>
      pool.run(async () => {
        sent += 1
      })
    const whileOpen = await Promise.allSettled(Array.from({ length: 100 }, send))
    expect(whileOpen.filter(({ status }) => status === 'fulfilled')).toEqual([])
    expect(sent).toBe(0)

    redis.resume()
    await waitUntil(() => answers(pool), 'Redis to be used again')
  })

  test('a full Redis refuses writes without opening the breaker', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 2, ...options })
    await pool.run(async (connection) => {
      await connection.config('SET', 'maxmemory-policy', 'noeviction')
      await connection.config('SET', 'maxmemory', '1')
    })

    for (let round = 0; round < 20; round++) {
      await expect(pool.run((connection) => connection.set('key', 'value'))).rejects.toThrow(/^OOM/)
      await expect(pool.run((connection) => connection.evalsha('0'.repeat(40), 0))).rejects.toThrow(
        /^NOSCRIPT/,
      )
    }
    await expect(pool.ping()).resolves.toBeUndefined()
  })

  test('a Redis that crashes and returns is used again without a restart', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 2, ...options })
    await redis.stop()
    await waitUntil(async () => !(await answers(pool)), 'the loss to be seen')
    await redis.start()
    await waitUntil(() => answers(pool), 'Redis to be used again')
  })

  test('a closed pool leaves no connection behind', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using watcher = await openRedisPool({ url: redis.url, poolSize: 1, ...options })
    const count = () =>
      watcher.run(
        async (connection) =>
          String(await connection.client('LIST'))
            .trim()
            .split('\n').length,
      )
    const pool = await openRedisPool({ url: redis.url, poolSize: 4, ...options })
    await waitUntil(async () => (await count()) === 5, 'every connection to be open')
    await pool[Symbol.asyncDispose]()
    await waitUntil(async () => (await count()) === 1, 'the connections to be closed')
  })
})

function answers(pool: RedisPool): Promise<boolean> {
  return pool.ping().then(
    () => true,
    () => false,
  )
}
