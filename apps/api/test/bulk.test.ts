import { createClient } from '@timezone-registry/client'
import { loadConfig } from '@timezone-registry/config'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestKey, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

let api: TestApi
let key: string
beforeAll(async () => {
  const { writesPerMinute, readsPerMinute } = loadConfig({}).rateLimit
  api = await startTestApi({
    RATE_LIMIT_WRITES_PER_MINUTE: String(writesPerMinute),
    RATE_LIMIT_READS_PER_MINUTE: String(readsPerMinute),
  })
  ;({ key } = await createTestKey(api))
})
afterAll(() => api[Symbol.asyncDispose]())

describe('POST /bulk', () => {
  test('syncs a guild of 1,000 members with the default limits, in a few seconds', async () => {
    const members = Array.from({ length: 1000 }, () => ({ ...randomUser(), timezone: 'Europe/Berlin' }))
    const { key: own } = await createTestKey(api)
    const client = createClient({ baseUrl: api.baseUrl, apiKey: own, retries: 0, timeoutMs: 10_000 })
    const results = await client.bulk(members)
    expect(results).toEqual(members.map(({ user_id }) => ({ user_id, status: 'saved' })))
    const [row] = await api.execute('select count(*)::int as count from timezones')
    expect(row?.count).toBeGreaterThanOrEqual(1000)

    const again = await bulk(members, own)
    expect(again.status, 'a thousand records cost 50 of 60 writes').toBe(429)
    expect(again.headers.get('ratelimit-remaining')).toBe('10')
  })

  test('returns one result for each record, in order, and refuses only the invalid ones', async () => {
    const [a, b, c] = [randomUser(), randomUser(), randomUser()]
    await api.save('UTC', b)
    const { status, body } = await bulk([
      { ...a, timezone: 'europe/kiev' },
      { user_id: b.user_id, delete: true },
      { user_id: c.user_id, delete: true },
      { ...c, timezone: 'Europe/Berln' },
      { ...c, user_id: 'a\u202eb', timezone: 'UTC' },
      { ...c, timezone: 'UTC', extra: 1 },
      { user_id: c.user_id, username: '\u202e', timezone: 'UTC' },
      { user_id: c.user_id, timezone: 'UTC' },
      null,
      { user_id: c.user_id, username: 'a\u202eb', timezone: 'UTC' },
    ])
    expect(status).toBe(200)
    const { results } = JSON.parse(body)
    expect(results.slice(0, 3)).toEqual([
      { user_id: a.user_id, status: 'saved' },
      { user_id: b.user_id, status: 'deleted' },
      { user_id: c.user_id, status: 'absent' },
    ])
    expect(results[3]).toMatchObject({
      status: 'refused',
      code: 'invalid_timezone',
      message: expect.stringContaining('Did you mean Europe/Berlin?'),
    })
    expect(results[4]).toMatchObject({ user_id: null, status: 'refused', code: 'invalid_request' })
    for (const result of results.slice(5, 9)) expect(result).toMatchObject({ status: 'refused' })
    expect(results[6].message).toBe(
      'The request is not valid: username must contain a character that people can see.',
    )
    expect(results[9]).toEqual({ user_id: c.user_id, status: 'saved' })

    const found = await api.client.lookupTimezones({ query: { ids: [a, b, c].map((u) => u.user_id).join() } })
    expect(found.body).toMatchObject({
      users: { [a.user_id]: { timezone: 'Europe/Kiev' }, [c.user_id]: { username: 'ab' } },
      missing: [b.user_id],
    })
  })

  test('suggests names for the first twenty unknown zones only, because each suggestion is slow', async () => {
    const records = Array.from({ length: 25 }, () => ({ ...randomUser(), timezone: 'Europe/Berln' }))
    // In open mode, nobody needs a key.
    const { results } = JSON.parse((await bulk(records, 'none')).body)
    const hints = results.map(({ message }: { message: string }) => message.includes('Europe/Berlin?'))
    expect(hints).toEqual(records.map((_, index) => index < 20))
  })

  test('applies the records of one user in order, across statements, and invalidates what was cached', async () => {
    const user = { ...randomUser(), timezone: 'UTC' }
    expect((await api.client.getTimezone({ query: { id: user.user_id } })).status).toBe(404)
    const others = Array.from({ length: 600 }, () => ({ ...randomUser(), timezone: 'UTC' }))
    const last = { ...user, timezone: 'Asia/Tokyo' }
    const { body } = await bulk([user, ...others, { user_id: user.user_id, delete: true }, last])
    const statuses = JSON.parse(body).results.map(({ status }: { status: string }) => status)
    expect([statuses[0], ...statuses.slice(-2)]).toEqual(['saved', 'deleted', 'saved'])
    expect(await api.client.getTimezone({ query: { id: user.user_id } })).toMatchObject({
      body: { timezone: 'Asia/Tokyo' },
    })
  })

  test('accepts 256 KB and no more, and 1,000 records and no more', async () => {
    const name = 'x'.repeat(200)
    const many = Array.from({ length: 1000 }, (_, n) => ({
      user_id: `big ${n}`,
      username: name,
      timezone: 'UTC',
    }))
    const { key: own } = await createTestKey(api)
    const fitting = await bulk(many.slice(0, 950), own)
    expect(fitting.status).toBe(200)
    expect((await bulk(many.concat(many), own)).status).toBe(413)
    const { status, body } = await bulk(
      Array.from({ length: 1001 }, () => ({ user_id: 'x', delete: true })),
      (await createTestKey(api)).key,
    )
    expect(status).toBe(400)
    expect(JSON.parse(body).message).toContain('at most 1000 records')
    const set = await api.request('/set', {
      method: 'POST',
      body: { records: many.slice(0, 200) },
    })
    expect(set.status, 'other routes keep their 16 KB').toBe(413)
  })

  test('waits for room: sixteen of a thousand records at once are each saved whole', async () => {
    const member = { ...randomUser(), timezone: 'UTC' }
    const answers = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const records = Array.from({ length: 1000 }, () => ({ ...member, user_id: crypto.randomUUID() }))
        const { status, body } = await bulk(records, (await createTestKey(api)).key)
        const statuses = (JSON.parse(body).results ?? []).map(({ status }: { status: string }) => status)
        return [status, ...new Set(statuses)].join(' ')
      }),
    )
    // One that gets no room in time has written nothing.
    expect(answers.filter((answer) => answer !== '200 saved' && answer !== '503')).toEqual([])
    expect(answers).toContain('200 saved')
  })
})

function bulk(records: unknown[], apiKey = key) {
  return api.request('/v1/bulk', {
    method: 'POST',
    headers: { ...(apiKey !== 'none' && { authorization: `Bearer ${apiKey}` }) },
    body: { records },
  })
}
