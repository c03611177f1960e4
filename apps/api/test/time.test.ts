import { createClient } from '@timezone-registry/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '1000' })
})
afterAll(() => api[Symbol.asyncDispose]())

test('GET /time returns the local time of each user, and the ids without a record', async () => {
  const [nelly, otto] = [randomUser(), randomUser()]
  await api.client.setTimezone({ body: { ...nelly, timezone: 'Europe/Kiev' } })
  await api.client.setTimezone({ body: { ...otto, timezone: 'Asia/Kolkata' } })
  const before = Math.floor(Date.now() / 1000) * 1000
  const { users, missing } = await createClient(api).time([nelly.user_id, otto.user_id, 'nobody'])

  expect(missing).toEqual(['nobody'])
  const found = users[nelly.user_id]
  expect(found).toMatchObject({ username: nelly.username, timezone: 'Europe/Kiev', canonical: 'Europe/Kyiv' })
  expect(found?.abbreviation).toMatch(/^EES?T$/)
  expect(Date.parse(found?.next_transition?.at ?? '')).toBeGreaterThan(before)
  expect(Date.parse(found?.local_time ?? '')).toBeGreaterThanOrEqual(before)
  expect(Date.parse(found?.local_time ?? '')).toBeLessThanOrEqual(Date.now())
  expect(users[otto.user_id]).toMatchObject({
    utc_offset_seconds: 19_800,
    abbreviation: 'IST',
    local_time: expect.stringMatching(/\+05:30$/),
    next_transition: null,
  })
})

test('GET /time costs five reads, must not be stored, and accepts at most 100 ids', async () => {
  const response = await fetch(`${api.baseUrl}/v1/time?ids=a`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const left = Number(response.headers.get('ratelimit-remaining'))
  const next = await fetch(`${api.baseUrl}/time?ids=a`)
  expect(left - Number(next.headers.get('ratelimit-remaining'))).toBe(5)
  const ids = Array.from({ length: 101 }, (_, n) => n).join()
  expect(await api.client.getTimes({ query: { ids } })).toMatchObject({ status: 400 })
})

test('GET /time tolerates an unknown zone that another program stored', async () => {
  await execute(
    api.databaseUrl,
    "insert into timezones (user_id, username, timezone) values ('stray', 'x', 'Mars/Phobos')",
  )
  expect(await api.client.getTimes({ query: { ids: 'stray' } })).toMatchObject({
    status: 200,
    body: { users: {}, missing: ['stray'] },
  })
})
