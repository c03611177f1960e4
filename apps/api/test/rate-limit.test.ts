import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { describe, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { randomUser, startTestApi, type TestApi } from './start-test-api.ts'

describe('a caller over the limit', () => {
  test('of writes gets 429 with Retry-After, and nothing is written', async () => {
    await using api = await startTestApi({ RATE_LIMIT_WRITES_PER_MINUTE: '3' })
    for (const remaining of ['2', '1', '0']) {
      const answer = await write(api)
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([200, remaining])
      expect(answer.headers.get('ratelimit-limit')).toBe('3')
    }
    const user = randomUser()
    const refused = await api.client.setTimezone({ body: { ...user, timezone: 'UTC' } })
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
    expect(Number(refused.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60)
    expect((await api.client.getTimezone({ query: { id: user.user_id } })).status).toBe(404)
  })

  test('of reads gets 429, and probes are never counted', async () => {
    await using api = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '5' })
    const statuses = []
    for (let request = 0; request < 7; request++) statuses.push((await api.request('/get?id=1')).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
    for (const path of ['/health', '/livez', '/readyz']) expect((await api.request(path)).status).toBe(200)
    expect((await write(api)).status).toBe(200)
  })

  test('uses up as much of the limit as the route’s cost in the contract', async () => {
    await using api = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '12' })
    const answers = []
    for (let request = 0; request < 3; request++) answers.push(await api.request('/list'))
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit-remaining')])).toEqual([
      [200, '7'],
      [200, '2'],
      [429, '2'],
    ])
  })
})

test('RateLimit-Reset is rounded up: whoever waits that long is admitted', async () => {
  await using api = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '1' })
  const startedAt = performance.now()
  await api.request('/get?id=1')
  const { status, headers } = await api.request('/get?id=1')
  expect([status, headers.get('retry-after')]).toEqual([429, headers.get('ratelimit-reset')])
  // The minute began after `startedAt`.
  const admittedAt = performance.now() + Number(headers.get('ratelimit-reset')) * 1000
  expect(admittedAt).toBeGreaterThan(startedAt + 60_000)
})

test.each([
  ['alone', {}],
  ['with another instance', { REDIS_URL: 'redis' }],
])('a key may have limits of its own, %s', async (_name, settings) => {
  await using redis =
    'REDIS_URL' in settings && redisMissing() === undefined ? await startTestRedis() : undefined
  const limits = { RATE_LIMIT_WRITES_PER_MINUTE: '2', RATE_LIMIT_READS_PER_MINUTE: '2' }
  await using api = await startTestApi({ ...limits, ...(redis && { REDIS_URL: redis.url }) })
  const create = async (...options: string[]) => {
    const args = ['keys', 'create', '--name', 'bot', '--scope', 'records:write', ...options]
    const { stdout } = await runCommand({ DATABASE_URL: api.databaseUrl }, ...args)
    return { authorization: `Bearer ${stdout.trim()}` }
  }
  const statuses = async (headers: Record<string, string>, path: string, init: object = {}) => {
    const all: number[] = []
    for (let request = 0; request < 6; request++)
      all.push((await api.request(path, { ...init, headers })).status)
    return all
  }
  const set = { method: 'POST', body: { ...randomUser(), timezone: 'UTC' } }
  const own = await create('--writes-per-minute', '4', '--reads-per-minute', '0')
  expect(await statuses(own, '/set', set)).toEqual([200, 200, 200, 200, 429, 429])
  expect(await statuses(own, '/get?id=1')).toEqual([404, 404, 404, 404, 404, 404])
  expect(await statuses(await create(), '/set', set)).toEqual([200, 200, 429, 429, 429, 429])
})

describe.skipIf(redisMissing() !== undefined)('over several instances', () => {
  test('reads and writes are counted together: each instance admits the limit at most, and one with another Redis as well', async () => {
    await using redis = await startTestRedis()
    await using otherRedis = await startTestRedis({ toBreak: true })
    const limits = { RATE_LIMIT_READS_PER_MINUTE: '20', RATE_LIMIT_WRITES_PER_MINUTE: '10' }
    await using first = await startTestApi({ REDIS_URL: redis.url, ...limits })
    await using second = await startTestApi({
      REDIS_URL: redis.url,
      DATABASE_URL: first.databaseUrl,
      ...limits,
    })
    const read = async (api: TestApi) => (await api.request('/get?id=1')).status
    const set = async (api: TestApi) => (await write(api)).status
    for (const [use, limit, admitted] of [
      [read, 20, 404],
      [set, 10, 200],
    ] as const) {
      let count = 0
      await waitUntil(async () => {
        const statuses = await Promise.all([first, second].map(use))
        count += statuses.filter((status) => status === admitted).length
        return statuses.every((status) => status === 429)
      }, 'both to refuse')
      expect(count).toBeGreaterThanOrEqual(limit)
      expect(count).toBeLessThanOrEqual(2 * limit)
    }
    const shared = { DATABASE_URL: first.databaseUrl, ...limits }
    await using elsewhere = await startTestApi({ REDIS_URL: otherRedis.url, ...shared })
    expect((await write(elsewhere)).headers.get('ratelimit-remaining')).toBe('9')
  })
})

test('0 turns a limit off', async () => {
  await using api = await startTestApi({
    RATE_LIMIT_WRITES_PER_MINUTE: '0',
    RATE_LIMIT_READS_PER_MINUTE: '0',
  })
  const answer = await write(api)
  expect(answer.headers.get('ratelimit-limit')).toBeNull()
})

function write(api: TestApi) {
  return api.client.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })
}
