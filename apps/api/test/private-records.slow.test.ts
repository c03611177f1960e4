import fc from 'fast-check'
import pg from 'pg'
import { afterEach, describe, expect } from 'vitest'
import { test } from './login-setup.ts'
import { lastingHeaders } from './raw-request.ts'
import { createCallers, FOR_STRANGERS, type Route } from './record-callers.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

/** Every read that names a user. */
const BY_ID: ((id: string) => Route)[] = [
  (id) => ({ path: `/v1/get?id=${id}` }),
  (id) => ({ path: `/get?id=${id}`, method: 'HEAD' }),
  (id) => ({ path: `/get?id=${id}`, headers: { 'if-none-match': '*' } }),
  (id) => ({ path: `/lookup?ids=${id}` }),
  (id) => ({ path: `/time?ids=${id}` }),
  (id) => ({ path: `/api/user/${id}` }),
  (id) => ({ path: `/api/user/${id}/exists` }),
  (id) => ({
    path: '/api/user/bulk',
    method: 'POST',
    body: [id],
  }),
]
/** Every read of public records. `/list` and `/stats` are snapshots, so they have a test of their own. */
const OF_ALL: ((id: string) => Route)[] = [
  (id) => ({ path: `/search?name=${id}` }),
  () => ({ path: '/changes?limit=1000' }),
]
const STRANGERS = [
  'nobody',
  'another session',
  'an ended session',
  'a read key',
  'a public key',
  'a write key',
]
const step = fc.constantFrom('public', 'unlisted', 'private', 'set', 'delete')

const { query } = pg.Client.prototype
afterEach(() => {
  pg.Client.prototype.query = query
})

describe.each(['public', 'required'])('with READS=%s', (READS) => {
  test('to strangers, a private record looks missing, whatever happened before', async ({ discord }) => {
    await using api = await startTestApi({
      AUTH: 'required',
      DEFAULT_VISIBILITY: 'private',
      READS,
      ...discord.env,
    })
    const { callers } = await createCallers(api, discord)
    const work = countWork(api)
    const observe = async (caller: string, { headers, ...route }: Route) => {
      const before = work()
      const request = { ...route, headers: { ...headers, ...callers[caller] } }
      const answer = await api.request(route.path, request)
      const { etag, ...shown } = { etag: answer.headers.get('etag'), ...lastingHeaders(answer.headers) }
      const body = answer.body.replace(/"request_id":"[^"]+"/, '')
      const after = work()
      const done = { sessions: after.sessions - before.sessions, reads: after.reads - before.reads }
      return { status: answer.status, body, etag, shown, ...done }
    }
    const observeAll = async (id: string) => {
      const seen: Record<string, unknown> = {}
      for (const caller of STRANGERS)
        for (const [number, route] of [...BY_ID, ...FOR_STRANGERS, ...OF_ALL].entries())
          seen[`${caller}, ${number}`] = await observe(caller, route(id))
      return seen
    }
    const write = (method: string, path: string, body?: object) =>
      api.request(path, { method, headers: { ...callers['an admin key'] }, body })
    const set = (id: string, timezone: string) =>
      write('POST', '/set', { user_id: id, username: id, timezone })

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (history) => {
        const id = `u${crypto.randomUUID().slice(0, 12)}`
        for (const visibility of history) {
          if (visibility === 'delete') await write('DELETE', `/delete?user_id=${id}`)
          else await set(id, 'Asia/Tokyo')
          if (visibility !== 'delete' && visibility !== 'set')
            await write('PUT', '/visibility', { user_id: id, visibility })
        }
        await write('DELETE', `/delete?user_id=${id}`)
        const without = await observeAll(id)
        await set(id, 'Europe/Berlin')
        expect(await observeAll(id)).toEqual(without)
        await set(id, 'Europe/Kiev')
        expect(await observeAll(id)).toEqual(without)
        for (const route of BY_ID) {
          const answer = await observe('an admin key', route(id))
          expect(answer.shown).toMatchObject({ 'cache-control': 'private, no-store' })
        }
      }),
      { numRuns: 6 },
    )
  })

  test('those who may see it do, and nobody else gets a response meant for them', async ({ discord }) => {
    await using api = await startTestApi({ AUTH: 'required', READS, ...discord.env })
    const { callers, ownId } = await createCallers(api, discord)
    await api.execute(
      `insert into timezones (user_id, username, timezone, visibility) values ('${ownId}', 'x', 'UTC', 'private')`,
    )
    for (const caller of ['own session', 'an admin key', 'a read key', 'own session'])
      for (const { headers, ...route } of BY_ID.map((toRoute) => toRoute(ownId))) {
        const request = { ...route, headers: { ...headers, ...callers[caller] } }
        const answer = await api.request(route.path, request)
        const isAdmitted = caller !== 'a read key'
        const isFound = [200, 304].includes(answer.status) && !/missing":\["|^\{"\d+":null/.test(answer.body)
        const isPrivate = answer.headers.get('cache-control') === 'private, no-store'
        const where = `${caller}, ${route.method} ${route.path}`
        expect({ where, isFound, isPrivate }).toEqual({ where, isFound: isAdmitted, isPrivate: isAdmitted })
      }
  })

  test('a page of another site cannot find out whose session its visitor has', async ({ discord }) => {
    await using api = await startTestApi({
      AUTH: 'required',
      READS,
      CORS_ORIGINS: 'https://discord.com',
      ...discord.env,
    })
    const { callers, ownId } = await createCallers(api, discord)
    await api.execute(
      `insert into timezones (user_id, username, timezone, visibility) values ('${ownId}', 'x', 'UTC', 'private')`,
    )
    const statusFor = async (headers: Record<string, string>) =>
      (
        await api.request(`/get?id=${ownId}`, {
          headers: { ...callers['own session'], ...headers },
        })
      ).status
    expect(await statusFor({ 'sec-fetch-site': 'cross-site' })).toBe(404)
    expect(await statusFor({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(404)
    expect(await statusFor({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await statusFor({ origin: 'https://discord.com', 'sec-fetch-site': 'cross-site' })).toBe(200)
  })
})

/** Counts the lookups of records and sessions so far, which would cause a difference in time. */
function countWork({ context: { access } }: TestApi): () => { sessions: number; reads: number } {
  const count = { sessions: 0, reads: 0 }
  const { peek } = access.sessions
  access.sessions.peek = (id) => {
    count.sessions += 1
    return peek(id)
  }
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    const [statement] = args as unknown as [string | pg.QueryConfig]
    const text = typeof statement === 'string' ? statement : statement.text
    // Not those of the tail, which runs beside the requests.
    if (/timezones/.test(text) && !/isSettled/.test(text)) count.reads += 1
    return query.apply(this, args)
  } as typeof query
  return () => ({ ...count })
}
