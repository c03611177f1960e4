import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, RegistryError } from '../src/index.ts'
import { answerReads, createFakeRegistry, problem } from './fake-registry.ts'

const baseUrl = 'https://timezones.example/'

describe('a failed call', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is retried after Retry-After, with jitter added', async () => {
    const sentAt: number[] = []
    const { fetch } = createFakeRegistry(() => {
      sentAt.push(Date.now())
      return sentAt.length === 1
        ? problem(503, 'unavailable', { headers: { 'retry-after': '5' } })
        : Response.json(['UTC'])
    })
    const names = createClient({ baseUrl, fetch }).zoneNames()
    await vi.advanceTimersByTimeAsync(6000)
    expect(await names).toEqual(['UTC'])
    const waited = (sentAt[1] ?? 0) - (sentAt[0] ?? 0)
    expect(waited).toBeGreaterThanOrEqual(5000)
    expect(waited).toBeLessThanOrEqual(5500)
  })

  test('waits for the limit to reset instead of sending requests that would be refused', async () => {
    const limits = { 'ratelimit-remaining': '0', 'ratelimit-reset': '10' }
    const { fetch, requests } = createFakeRegistry(() => Response.json([], { headers: limits }))
    const client = createClient({ baseUrl, fetch })
    await client.zoneNames()
    const second = client.zoneNames()
    await vi.advanceTimersByTimeAsync(9_900)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_200)
    await second
    const refused = client.zoneNames({ timeoutMs: 5000 })
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      status: undefined,
      isTransient: true,
    })
    expect(requests).toHaveLength(2)
  })

  test('fails immediately when the service asks for a wait beyond the timeout', async () => {
    const { fetch, requests } = createFakeRegistry(() =>
      problem(429, 'rate_limited', { headers: { 'retry-after': '60' } }),
    )
    const refused = { code: 'rate_limited', status: 429, retryAfterMs: 60_000 }
    const client = createClient({ baseUrl, fetch, rateLimitWaitMs: 0 })
    await expect(client.stats()).rejects.toMatchObject(refused)
    await expect(createClient({ baseUrl, fetch }).stats({ timeoutMs: 50_000 })).rejects.toMatchObject(refused)
    expect(requests).toHaveLength(2)
  })

  test('waits for the rate limit by default: 200 sets at 60 a minute are all saved', async () => {
    let [saved, endsAt] = [0, 0]
    const { fetch } = createFakeRegistry(() => {
      if (Date.now() >= endsAt) [saved, endsAt] = [0, Date.now() + 60_000]
      const headers = { 'retry-after': String(Math.ceil((endsAt - Date.now()) / 1000)) }
      return saved++ < 60 ? Response.json({}) : problem(429, 'rate_limited', { headers })
    })
    const client = createClient({ baseUrl, fetch })
    const sets = Array.from({ length: 200 }, (_, id) =>
      client.set({ user_id: `${id}`, username: 'x', timezone: 'UTC' }),
    )
    const outcomes = Promise.allSettled(sets)
    await vi.advanceTimersByTimeAsync(240_000)
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toEqual([])
  })

  test('waits with `rateLimitWaitMs: 0` only within its `timeoutMs`', async () => {
    const { fetch, requests } = createFakeRegistry(() =>
      requests.length > 1
        ? Response.json(['UTC'])
        : problem(429, 'rate_limited', { headers: { 'retry-after': '20' } }),
    )
    const names = createClient({ baseUrl, fetch, rateLimitWaitMs: 0 }).zoneNames()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await names).toEqual(['UTC'])
  })

  test('of a reader with little time does not limit another reader of the same user', async () => {
    const { fetch, requests } = createFakeRegistry((request) =>
      requests.length > 2
        ? answerReads(request)
        : problem(429, 'rate_limited', { headers: { 'retry-after': '60' } }),
    )
    const client = createClient({ baseUrl, fetch })
    const hurried = expect(client.get('1', { timeoutMs: 30_000 })).rejects.toMatchObject({
      code: 'rate_limited',
    })
    await vi.advanceTimersByTimeAsync(0)
    const patient = client.get('1')
    await vi.advanceTimersByTimeAsync(70_000)
    await hurried
    expect((await patient)?.username).toBe('1')
  })

  test('is retried throughout a restart of the service', async () => {
    const isBackAt = Date.now() + 20_000
    const { fetch } = createFakeRegistry(({ url }) => {
      if (Date.now() < isBackAt - 10_000) throw new TypeError('fetch failed')
      if (Date.now() < isBackAt) return new Response('<html>', { status: 521 })
      return url.includes('/get?') ? answerReads(new Request(url)) : Response.json({})
    })
    const client = createClient({ baseUrl, fetch })
    const calls = Promise.all([client.get('1'), client.set({ timezone: 'UTC' })])
    await vi.advanceTimersByTimeAsync(29_000)
    expect((await calls)[0]?.username).toBe('1')
  })

  test('that cannot succeed is not retried, and carries the problem', async () => {
    const { fetch, requests } = createFakeRegistry(() => problem(400, 'invalid_timezone', { message: 'No.' }))
    const error = await createClient({ baseUrl, fetch })
      .set({ timezone: 'Mars' })
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(RegistryError)
    expect(error).toMatchObject({ code: 'invalid_timezone', message: 'No.', problem: { request_id: 'r' } })
    expect(requests).toHaveLength(1)
  })

  test('is not retried after a 500, which is a bug of the service', async () => {
    const { fetch, requests } = createFakeRegistry(() => problem(500, 'internal'))
    const failed = createClient({ baseUrl, fetch }).set({ timezone: 'UTC' })
    const settled = expect(failed).rejects.toMatchObject({
      code: 'internal',
      status: 500,
      isTransient: false,
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await settled
    expect(requests).toHaveLength(1)
  })

  test('is `unreachable` without a response, and `unexpected_answer` for a proxy’s page', async () => {
    const refused = createClient({ baseUrl, retries: 0, fetch: () => Promise.reject(new TypeError('x')) })
    await expect(refused.stats()).rejects.toMatchObject({ code: 'unreachable' })
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:3000')
    const failed = new TypeError('fetch failed', { cause })
    const node = createClient({ baseUrl, retries: 0, fetch: () => Promise.reject(failed) })
    await expect(node.stats()).rejects.toMatchObject({
      message: 'The registry cannot be reached: connect ECONNREFUSED 127.0.0.1:3000',
    })
    const { fetch } = createFakeRegistry(() => new Response('<html>', { status: 403 }))
    await expect(createClient({ baseUrl, fetch }).stats()).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 403,
    })
  })

  test.for(['<html>', 'null', '{}'])('is `unexpected_answer` for a response of 200 with %s', async (text) => {
    const { fetch } = createFakeRegistry(
      () => new Response(text, { headers: { 'changes-cursor': 'c1', 'content-type': 'text/html' } }),
    )
    const client = createClient({ baseUrl, fetch })
    const unexpected = { name: 'RegistryError', code: 'unexpected_answer', status: 200 }
    const reads = Promise.allSettled([client.get('1'), client.getMany(['1', '2'])])
    await vi.advanceTimersByTimeAsync(0)
    for (const read of await reads) expect(read).toMatchObject({ status: 'rejected', reason: unexpected })
    if (text === '{}') return
    const { me, stats, health, getRecord, changes, mirror, delete: remove, search } = client
    for (const call of [me, stats, health, changes, mirror])
      await expect(call()).rejects.toMatchObject(unexpected)
    for (const call of [getRecord, remove, search]) await expect(call('1')).rejects.toMatchObject(unexpected)
  })

  test.for([
    ['unexpected_answer', new Response('<html>', { status: 404 })],
    ['no_such_route', problem(404, 'no_such_route')],
  ] as const)(
    'is `%s`, not an absent record, for a 404 that is not about a record',
    async ([code, answer]) => {
      const { fetch } = createFakeRegistry(() => answer.clone())
      const { get, getRecord } = createClient({ baseUrl, fetch })
      const reads = Promise.allSettled([get('1'), getRecord('1')])
      await vi.advanceTimersByTimeAsync(0)
      for (const read of await reads) expect(read).toMatchObject({ reason: { code, status: 404 } })
    },
  )

  test.for([undefined, null, 80351110224678912])(
    'is `invalid_request` for the id %s, and says why',
    async (id) => {
      const { fetch, requests } = createFakeRegistry(() => Response.json({}))
      const client = createClient({ baseUrl, fetch })
      const wrong = id as unknown as string
      const message = `A user id must be a string, not ${id === null ? null : typeof id}`
      const calls = [
        client.get(wrong),
        client.getRecord(wrong),
        client.getMany([wrong]),
        client.time([wrong]),
      ]
      for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'invalid_request', message })
      expect(requests).toEqual([])
    },
  )

  test('is `invalid_request`, and never sent, if it cannot be sent', async () => {
    const { fetch, requests } = createFakeRegistry(() => Response.json({}))
    const client = createClient({ baseUrl, fetch })
    const invalid = { name: 'RegistryError', code: 'invalid_request', status: undefined }
    for (const call of [client.get, client.delete, client.getRecord, client.search])
      await expect(call('\ud83d')).rejects.toMatchObject(invalid)
    const write = client.set({ user_id: '1', timezone: 'UTC' }, { ifMatch: '"€"' })
    await expect(write).rejects.toMatchObject(invalid)
    expect(requests).toEqual([])
  })
})
