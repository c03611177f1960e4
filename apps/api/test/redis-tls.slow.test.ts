import { readFileSync } from 'node:fs'
import { redisMissing } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { startTestTlsRedis, type TestTlsRedis } from './servers/redis-tls.ts'
import { randomUser } from './start-test-api.ts'

const HANDBOOK = readFileSync(new URL('../../../docs/operations/storage.md', import.meta.url), 'utf8')

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('Redis over TLS, for a limited user', () => {
  let redis: TestTlsRedis
  const userUrl = () => `rediss://app:pw@${redis.host}`

  beforeAll(async () => {
    redis = await startTestTlsRedis()
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  test('counts', async () => {
    const [, , ...rules] = /^user .+$/m.exec(HANDBOOK)?.[0].split(' ') ?? []
    redis.command('ACL', 'SETUSER', 'app', 'reset', '>pw', ...rules.filter((rule) => !rule.startsWith('>')))
    const env = {
      DATABASE_URL: await createTestDatabase(),
      REDIS_URL: userUrl(),
      NODE_EXTRA_CA_CERTS: redis.certificateFile,
      RATE_LIMIT_WRITES_PER_MINUTE: '100',
    }
    redis.command('FLUSHALL')
    await using here = startProcess(env)
    const writer = await here.ready()
    await using there = startProcess(env)
    const reader = await there.ready()
    // A start does not wait for Redis for long.
    const healthOf = async (origin: string) => (await fetch(`${origin}/health`)).json()
    for (const origin of [writer, reader])
      await expect.poll(() => healthOf(origin)).toMatchObject({ redis: true })
    const { user_id, username } = randomUser()
    const remaining: number[] = []
    for (const timezone of ['Europe/Berlin', 'Asia/Tokyo', 'America/Lima']) {
      const body = { user_id, username, timezone }
      const set = await rawFetch(`${writer}/set`, { method: 'POST', body })
      remaining.push(Number(set.headers.get('ratelimit-remaining')))
      const isSeen = async () =>
        (await (await fetch(`${reader}/get?id=${user_id}`)).text()).includes(timezone)
      await waitUntil(isSeen, 'the new value on the other instance')
    }
    expect(remaining).toEqual([99, 98, 97])
    await waitUntil(() => redis.command('--scan').includes('timezone-registry:'), 'the counts in Redis')
    expect(here.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })
})
