import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../src/logger.ts'
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

  test('commands to a frozen Redis fail, which is logged once, and it is used again', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    const lines: string[] = []
    const logger = createLogger({
      level: 'info',
      stream: { write: (line) => lines.push(JSON.parse(line).msg) },
    })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 2, ...options, logger })
    redis.pause()
    for (let command = 0; command < 10; command++) await expect(pool.ping()).rejects.toThrow()
    redis.resume()
    await waitUntil(() => answers(pool), 'Redis to be used again')
    expect(lines).toEqual(['Redis does not answer; continuing without it', 'Redis answers again'])
  })

  test('a full Redis, which refuses writes, answers', async () => {
    await using redis = await startTestRedis({ toBreak: true })
    const lines: string[] = []
    const logger = createLogger({ level: 'info', stream: { write: (line) => lines.push(line) } })
    await using pool = await openRedisPool({ url: redis.url, poolSize: 2, ...options, logger })
    await pool.run(async (connection) => {
      await connection.config('SET', 'maxmemory-policy', 'noeviction')
      await connection.config('SET', 'maxmemory', '1')
    })
    const refusals: string[] = []
    const set = () => pool.run((connection) => connection.set('key', 'value'))
    await waitUntil(async () => {
      refusals.push(await set().catch((error: Error) => error.message.slice(0, 3)))
      return refusals.filter((refusal) => refusal === 'OOM').length === 10
    }, 'ten refusals')
    expect(lines).toEqual([])
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
