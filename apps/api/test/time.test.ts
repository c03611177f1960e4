import { createClient } from '@timezone-registry/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '1000' })
})
afterAll(() => api[Symbol.asyncDispose]())

test('GET /time returns the local time of each user, and the ids without a record', async () => {
  const [nelly, otto] = [await api.save('Europe/Kiev'), await api.save('Asia/Kolkata')]
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

test('GET /time?at= returns the local times at another moment, in anybody’s wall time', async () => {
  const [nelly, otto] = [await api.save('Europe/Berlin'), await api.save('Asia/Calcutta')]
  const year = new Date().getUTCFullYear() + 1
  const ids = `${nelly.user_id},${otto.user_id}`
  const ask = async (query: string) => {
    const response = await fetch(`${api.baseUrl}/v1/time?ids=${ids}&${query}`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    return response.json()
  }

  const expected = {
    at: `${year}-07-01T13:00:00.000Z`,
    resolution: 'exact',
    users: {
      [nelly.user_id]: { abbreviation: 'CEST', zoned_time: `${year}-07-01T15:00:00+02:00[Europe/Berlin]` },
      [otto.user_id]: {
        local_time: `${year}-07-01T18:30:00+05:30`,
        zoned_time: `${year}-07-01T18:30:00+05:30[Asia/Calcutta]`,
      },
    },
  }
  // The third has `+` as it stands, which a query makes a space.
  for (const at of ['13:00:00Z', '15:00[Europe/Berlin]', '15:00:00+02:00', `15:00&of=${nelly.user_id}`])
    expect(await ask(`at=${year}-07-01T${at}`)).toMatchObject(expected)
  expect(await ask(`at=${year}-07-01T18:30&of=${otto.user_id}`)).toMatchObject(expected)
  const march = lastSundayOfMarch(year)
  expect(await ask(`at=${march}T02:30&of=${nelly.user_id}`)).toMatchObject({
    at: `${march}T01:30:00.000Z`,
    resolution: 'skipped',
    users: {
      [nelly.user_id]: {
        local_time: `${march}T03:30:00+02:00`,
        next_transition: { utc_offset_seconds: 3600 },
      },
    },
  })
})

test.for([
  ['at=tomorrow', 400, 'at'],
  ['at=2026-03-29T15:00', 400, 'at'],
  ['at=2026-03-29T15:00[Mars/Phobos]', 400, 'at'],
  ['at=2066-03-29T15:00:00Z', 400, 'at'],
  ['at=1999-03-29T15:00:00Z', 400, 'at'],
  ['of=otto', 400, 'of'],
  ['at=2026-03-29T15:00&of=nobody', 404, undefined],
] as const)('GET /time?%s is refused with %i', async ([query, status, path]) => {
  const response = await fetch(`${api.baseUrl}/v1/time?ids=a&${query}`)
  expect(response.status).toBe(status)
  const { errors } = (await response.json()) as { errors?: { path: string }[] }
  expect(errors?.map((error) => error.path)).toEqual(path && [path])
})

test('GET /time?of= somebody in a zone that is not known is as of nobody', async () => {
  await api.execute("insert into timezones (user_id, username, timezone) values ('lost', 'x', 'Mars/Phobos')")
  const query = { ids: 'lost', at: '2026-03-29T15:00', of: 'lost' }
  expect(await api.client.getTimes({ query })).toMatchObject({ status: 404 })
})

function lastSundayOfMarch(year: number): string {
  const last = new Date(Date.UTC(year, 2, 31))
  last.setUTCDate(31 - last.getUTCDay())
  return last.toISOString().slice(0, 10)
}

test('GET /time costs five reads, must not be stored, and accepts at most 100 ids', async () => {
  const response = await fetch(`${api.baseUrl}/v1/time?ids=a`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const left = Number(response.headers.get('ratelimit-remaining'))
  const next = await fetch(`${api.baseUrl}/time?ids=a`)
  expect(left - Number(next.headers.get('ratelimit-remaining'))).toBe(5)
  const ids = Array.from({ length: 101 }, (_, n) => n).join()
  expect(await api.client.getTimes({ query: { ids } })).toMatchObject({ status: 400 })
})
