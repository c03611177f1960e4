import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lastingHeaders, rawFetch } from './raw-request.ts'
import { createTestKey, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_WRITES_PER_MINUTE: '1000' })
})
afterAll(() => api[Symbol.asyncDispose]())

describe('a set after the first', () => {
  test('is answered with the same headers, and what it answers is what is read', async () => {
    const answers = []
    for (let times = 0; times < 3; times++) {
      const user = randomUser()
      const answer = await set({ ...user, timezone: 'europe/kiev' })
      expect(answer.status).toBe(200)
      const { message, ...record } = JSON.parse(answer.body)
      expect(message).toBe('Timezone saved')
      expect((await api.client.getTimezone({ query: { id: user.user_id } })).body).toEqual(record)
      answers.push(lastingHeaders(answer.headers))
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test.for([
    ['no JSON', '{"timezone":', 'invalid_request', /not valid JSON/],
    ['a number', '5', 'invalid_request', /not valid JSON/],
    ['null', 'null', 'invalid_request', /not valid JSON/],
    ['a list', '[]', 'invalid_request', /timezone/],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'invalid_request', /UTF-8/],
    [
      'an unknown field',
      '{"timezone":"UTC","user_id":"1","username":"n","more":1}',
      'invalid_request',
      /more/,
    ],
    ['no user', '{"timezone":"UTC"}', 'invalid_request', /user_id and username/],
    [
      'no zone that there is',
      '{"timezone":"Mars/Base","user_id":"1","username":"n"}',
      'invalid_timezone',
      /IANA/,
    ],
  ] as const)('is refused as the first one is: %s', async ([, body, code, detail]) => {
    await set({ ...randomUser(), timezone: 'UTC' })
    const plain = await send(body)
    // A header that needs the whole pipeline.
    const whole = await send(body, { cookie: 'a=b' })
    const problem = JSON.parse(plain.body)
    expect([plain.status, problem.code]).toEqual([400, code])
    expect(problem.message).toMatch(detail)
    expect({ ...problem, request_id: '' }).toEqual({ ...JSON.parse(whole.body), request_id: '' })
    expect(plain.headers.get('x-request-id')).toBe(problem.request_id)
    expect(Number(whole.headers.get('ratelimit-remaining') ?? 0)).toBe(
      Math.max(0, Number(plain.headers.get('ratelimit-remaining') ?? 1) - 1),
    )
  })

  test('is refused from another site, for another host, and in more than 16 KB', async () => {
    await set({ ...randomUser(), timezone: 'UTC' })
    const body = JSON.stringify({ ...randomUser(), timezone: 'UTC' })
    for (const [headers, status] of [
      [{ origin: 'https://evil.example' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ host: 'rebound.example' }, 403],
      [{ 'content-encoding': 'gzip' }, 415],
    ] as const)
      expect((await send(body, headers)).status).toBe(status)
    expect((await send(`${body}${' '.repeat(17_000)}`)).status).toBe(413)
  })
})

test('a set with a key is judged by the key each time, and written to the log once', async () => {
  await using closed = await startTestApi({ AUTH: 'required', RATE_LIMIT_WRITES_PER_MINUTE: '4' })
  const { key } = await createTestKey(closed)
  const info = vi.spyOn(closed.context.logger, 'info')
  const user = randomUser()
  const statuses = []
  for (const bearer of [key, key, 'tzr_wrong', '', key, key, key]) {
    const headers = bearer === '' ? {} : { authorization: `Bearer ${bearer}` }
    statuses.push((await send(JSON.stringify({ ...user, timezone: 'UTC' }), headers, closed)).status)
  }
  expect(statuses).toEqual([200, 200, 401, 401, 200, 200, 429])
  await expect.poll(() => linesOf('request')).toHaveLength(7)
  expect(linesOf('audit')).toHaveLength(4)

  function linesOf(message: string) {
    return info.mock.calls.filter((call: unknown[]) => call[1] === message)
  }
})

describe.skipIf(redisMissing() !== undefined)('with Redis', () => {
  test('writes that come at once are let through up to the limit, to the last one', async () => {
    await using redis = await startTestRedis()
    const env = { REDIS_URL: redis.url, RATE_LIMIT_WRITES_PER_MINUTE: '47' }
    await using first = await startTestApi(env)
    await set({ ...randomUser(), timezone: 'UTC' }, first)
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => set({ ...randomUser(), timezone: 'UTC' }, first)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(46)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(34)
  })
})

function set(body: object, at: TestApi = api) {
  return send(JSON.stringify(body), {}, at)
}

function send(body: string | Buffer, headers: Record<string, string> = {}, at: TestApi = api) {
  return rawFetch(`${at.baseUrl}/set`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body })
}
