import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { startTestApi } from './start-test-api.ts'

test.for(['infinity', '-infinity', '12026-01-01', '0044-03-15 BC'])(
  'the time %s, which another program has written, is null, and a set replaces it',
  async (time, { api }) => {
    const user = await api.save('Europe/Berlin')
    const start = await fetch(`${api.baseUrl}/list`, { method: 'HEAD' })
    await api.execute(
      `update timezones set created_at = '${time}', updated_at = '${time}' where user_id = '${user.user_id}'`,
    )
    expect(await api.client.lookupTimezones({ query: { ids: user.user_id } })).toMatchObject({ status: 200 })
    expect(await api.client.getTimezone({ query: { id: user.user_id } })).toMatchObject({
      status: 200,
      body: { created_at: null, updated_at: null },
    })
    const since = start.headers.get('changes-cursor') ?? ''
    const changed = await api.client.listChanges({ query: { since } })
    const change = { user_id: user.user_id, at: expect.stringMatching(/^20/) }
    expect(changed).toMatchObject({
      status: 200,
      body: { changes: expect.arrayContaining([expect.objectContaining(change)]) },
    })
    const saved = await api.client.setTimezone({ body: { ...user, timezone: 'UTC' } })
    expect(saved).toMatchObject({ status: 200 })
    expect(await api.client.getTimezone({ query: { id: user.user_id } })).toMatchObject({
      body: { updated_at: expect.stringMatching(/^20/) },
    })
  },
)

describe('GET /lookup', () => {
  test('returns the records that exist and names the missing users', async ({ api }) => {
    const [ann, bob] = [await api.save('Europe/Kiev'), await api.save('Asia/Tokyo')]
    const answer = await api.client.lookupTimezones({
      query: { ids: `${ann.user_id},nobody,${bob.user_id},${ann.user_id}` },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        users: {
          [ann.user_id]: { username: ann.username, timezone: 'Europe/Kiev', canonical: 'Europe/Kyiv' },
          [bob.user_id]: { username: bob.username, timezone: 'Asia/Tokyo', canonical: 'Asia/Tokyo' },
        },
        missing: ['nobody'],
      },
    })
    expect(answer.body).toHaveProperty(['users', ann.user_id, 'updated_at'], expect.stringMatching(/Z$/))
  })

  test('takes any id like another', async ({ api }) => {
    const ids = ['__proto__', 'constructor', 'toString', 'a b&c=d', '🕰']
    const read = async (path: string) => JSON.parse((await api.request(path)).body)
    const lookUp = (id: string) => read(`/lookup?ids=${encodeURIComponent(id)}`)
    for (const user_id of ids) {
      await api.save('UTC', user_id)
      const found = await lookUp(user_id)
      expect([Object.keys(found.users), found.missing]).toEqual([[user_id], []])
    }
    await expect.poll(async () => Object.keys(await read('/list'))).toEqual(expect.arrayContaining(ids))
    for (const user_id of ids) {
      await api.client.deleteTimezone({ query: { user_id } })
      expect(await lookUp(user_id)).toEqual({ users: {}, missing: [user_id] })
    }
  })

  test('accepts up to a hundred ids, and refuses invalid ones', async ({ api }) => {
    const hundred = Array.from({ length: 100 }, (_, index) => `id-${index}`)
    expect(await api.client.lookupTimezones({ query: { ids: hundred.join(',') } })).toMatchObject({
      status: 200,
      body: { missing: hundred },
    })
    for (const ids of [[...hundred, 'one-more'].join(','), '', 'a,,b', 'a,\u202eb', 'x'.repeat(256)])
      expect(await api.client.lookupTimezones({ query: { ids } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: expect.stringContaining('ids') }] },
      })
    expect((await api.request('/lookup')).status).toBe(400)
  })
})

describe('GET /stats', () => {
  test('counts users by stored zone, the top ten, and this week’s new users', async () => {
    await using own = await startTestApi()
    await own.execute(`insert into timezones (user_id, username, timezone, created_at) values
        ('1', 'a', 'Europe/Kiev', now()), ('2', 'b', 'Europe/Kyiv', now() - interval '8 days'), ('3', 'c', 'Europe/Kiev', null),
        ('4', 'd', 'UTC', date_trunc('week', now() at time zone 'UTC') at time zone 'UTC')`)
    expect(await own.client.getStats()).toMatchObject({
      status: 200,
      body: {
        total_users: 4,
        total_timezones: 4,
        unique_timezones: 3,
        timezone_distribution: { 'Europe/Kiev': 2, 'Europe/Kyiv': 1, UTC: 1 },
        top_timezones: [
          { timezone: 'Europe/Kiev', count: 2 },
          { timezone: 'Europe/Kyiv', count: 1 },
          { timezone: 'UTC', count: 1 },
        ],
        top_timezone: 'Europe/Kiev',
        recent_registrations: 2,
      },
    })
  })

  test('has no top zone while there is no record', async () => {
    await using own = await startTestApi()
    expect(await own.client.getStats()).toMatchObject({
      body: { total_users: 0, top_timezones: [], top_timezone: null, recent_registrations: 0 },
    })
  })
})

test.for([
  ['/get?id=conditional', 'strong'],
  ['/list', 'weak'],
  ['/timezones', 'weak'],
  ['/stats', 'strong'],
] as const)('%s has a %s ETag, and answers 304 to a caller who sends it', async ([path, strength]) => {
  // Its own, whose lists and counts are no older than this set.
  await using api = await startTestApi()
  await api.save('UTC', 'conditional')
  const first = await api.request(path)
  const etag = first.headers.get('etag') ?? ''
  // A compressed response differs in bytes from the plain one, so its ETag is weak.
  expect(etag).toMatch(strength === 'weak' ? /^W\/"[\w-]+"$/ : /^"[\w-]+"$/)
  expect(first.headers.get('cache-control')).toBe(
    path === '/timezones' ? 'public, max-age=86400' : 'no-cache',
  )
  const opaque = etag.replace('W/', '')
  for (const known of [etag, opaque, `W/${opaque}`, `"other", W/${opaque}`, '*']) {
    const second = await api.request(path, { headers: { 'if-none-match': known } })
    expect([second.status, second.body], known).toEqual([304, ''])
  }
  // The beginning of the tag names nothing, nor does an empty one.
  for (const other of ['"other"', `${opaque.slice(0, 9)}"`, '""', ', ,']) {
    const headers = { 'if-none-match': other }
    expect((await api.request(path, { headers })).status, other).toBe(200)
  }
  const head = await api.request(path, { method: 'HEAD' })
  expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag])
})

test('unknown query parameters are ignored', async ({ api }) => {
  const { user_id } = await api.save('UTC')
  for (const path of [
    `/get?id=${user_id}&_=1`,
    '/list?_=1',
    '/timezones?v=2',
    '/stats?x',
    `/lookup?ids=${user_id}&y=2`,
  ])
    expect((await api.request(path)).status, path).toBe(200)
})
