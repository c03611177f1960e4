import { contract } from '@timezone-registry/contract'
import { startTestDiscord, type TestDiscord } from '@timezone-registry/test-servers/login-providers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { rawFetch } from './raw-request.ts'
import { createTestKey, execute, startTestApi, type TestApi } from './start-test-api.ts'

const OWN = '80351110224678912'
const FOREIGN = 'somebody-else'
const CALLERS = [
  'nobody',
  'a session',
  'a session that has ended',
  'a write key',
  'a read key',
  'a wrong key',
  'a session and a wrong key',
  'two sessions',
] as const

type Caller = (typeof CALLERS)[number]

// How a request of each route looks about a user, and what each policy makes of each caller.
const REQUESTS: Record<
  keyof typeof contract,
  (userId: string) => { path: string; method?: string; body?: object }
> = {
  setTimezone: (user_id) => ({
    path: '/set',
    method: 'POST',
    body: { user_id, username: 'x', timezone: 'UTC' },
  }),
  deleteTimezone: (userId) => ({ path: `/delete?user_id=${userId}`, method: 'DELETE' }),
  writeTimezones: (userId) => ({
    path: '/bulk',
    method: 'POST',
    body: { records: [{ user_id: userId, username: 'x', timezone: 'UTC' }] },
  }),
  getTimezone: (userId) => ({ path: `/get?id=${userId}` }),
  lookupTimezones: (userId) => ({ path: `/lookup?ids=${userId}` }),
  getTimes: (userId) => ({ path: `/time?ids=${userId}` }),
  listTimezones: () => ({ path: '/list' }),
  listChanges: () => ({ path: '/changes' }),
  followChanges: () => ({ path: '/events', method: 'HEAD' }),
  getStats: () => ({ path: '/stats' }),
  getMe: () => ({ path: '/me' }),
  listSignInOptions: () => ({ path: '/auth' }),
  startLogin: () => ({ path: '/auth/discord' }),
  finishLogin: () => ({ path: '/auth/discord/callback?code=1&state=1' }),
  logout: () => ({ path: '/logout', method: 'POST' }),
  listZoneNames: () => ({ path: '/timezones' }),
  getOpenApi: () => ({ path: '/openapi.json' }),
  getHealth: () => ({ path: '/health' }),
  getLiveness: () => ({ path: '/livez' }),
  getReadiness: () => ({ path: '/readyz' }),
}
const routes = Object.keys(REQUESTS) as (keyof typeof contract)[]

describe.each(['public', 'required'] as const)('with AUTH=required and READS=%s', (reads) => {
  let api: TestApi
  let discord: TestDiscord
  let headersOf: Record<Caller, Record<string, string>>
  beforeAll(async () => {
    discord = await startTestDiscord()
    api = await startTestApi({ AUTH: 'required', READS: reads, ...discord.env })
    const [session, ended] = [await signIn(), await signIn()]
    const [write, read] = [await createTestKey(api), await createTestKey(api, { scopes: ['records:read'] })]
    await rawFetch(`${api.baseUrl}/logout`, { method: 'POST', headers: { cookie: ended } })
    const wrong = { authorization: `Bearer ${write.key.slice(0, -1)}` }
    headersOf = {
      nobody: {},
      'a session': { cookie: session },
      'a session that has ended': { cookie: ended },
      'a write key': { authorization: `Bearer ${write.key}` },
      'a read key': { authorization: `bearer ${read.key}` },
      'a wrong key': wrong,
      'a session and a wrong key': { cookie: session, ...wrong },
      'two sessions': { cookie: `${session}; ${session}` },
    }
  })
  afterAll(async () => {
    await api[Symbol.asyncDispose]()
    await discord[Symbol.asyncDispose]()
  })

  test.each(
    routes.flatMap((route) =>
      CALLERS.flatMap((caller) => [OWN, FOREIGN].map((userId) => [route, caller, userId] as const)),
    ),
  )('%s by %s about %s', async (route, caller, userId) => {
    await execute(
      api.databaseUrl,
      `insert into timezones (user_id, username, timezone) values ('${OWN}', 'n', 'Asia/Tokyo'), ('${FOREIGN}', 'n', 'Asia/Tokyo') on conflict (user_id) do update set timezone = excluded.timezone`,
    )
    const { path, body, ...request } = REQUESTS[route](userId)
    const answer = await rawFetch(`${api.baseUrl}${path}`, {
      ...request,
      headers: { ...headersOf[caller], ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const expected = expectedStatus(route, caller, userId)
    expect(answer.status).toBe(expected)
    const changed = await execute(
      api.databaseUrl,
      "select user_id from timezones where timezone = 'Asia/Tokyo'",
    )
    const mayHaveChanged =
      expected === 200 && ['writer', 'program'].includes(contract[route].metadata.auth) ? [userId] : []
    expect([...changed.map((row) => row.user_id), ...mayHaveChanged].toSorted()).toEqual(
      [OWN, FOREIGN].toSorted(),
    )
    // The session of the table must live on for the next rows.
    if (route === 'logout' && caller === 'a session') headersOf[caller] = { cookie: await signIn() }
    if (route === 'logout' && caller === 'a session and a wrong key')
      headersOf[caller] = { ...headersOf[caller], cookie: await signIn() }
  })

  function expectedStatus(route: keyof typeof contract, caller: Caller, userId: string): number {
    const policy = contract[route].metadata.auth
    if (policy === 'anyone') return route === 'startLogin' ? 302 : route === 'finishLogin' ? 403 : 200
    if (policy === 'person')
      return caller === 'a session' || caller === 'a session and a wrong key' ? 200 : 401
    const hasSession = caller === 'a session'
    const isWriteKey = caller === 'a write key'
    const isReadKey = caller === 'a read key'
    if (policy === 'program') return isWriteKey ? 200 : isReadKey ? 403 : 401
    if (policy === 'writer') {
      if (isWriteKey) return 200
      if (isReadKey) return 403
      return hasSession ? (userId === OWN ? 200 : 403) : 401
    }
    if (caller.endsWith('a wrong key')) return 401
    if (reads === 'public') return 200
    if (isWriteKey) return 403
    return hasSession || isReadKey ? 200 : 401
  }

  async function signIn(): Promise<string> {
    const browser = createBrowserSession()
    await browser.navigate(`${api.baseUrl}/auth/discord`)
    return `session=${browser.cookies.get('session')}`
  }
})

describe('in open mode', () => {
  test('anybody writes any record, a signed-in person, too; a wrong key is refused all the same', async () => {
    await using discord = await startTestDiscord()
    await using api = await startTestApi({ AUTH: 'open', ...discord.env })
    const browser = createBrowserSession()
    await browser.navigate(`${api.baseUrl}/auth/discord`)
    const cookie = `session=${browser.cookies.get('session')}`
    const save = async (fields: object, headers: Record<string, string>) => {
      const { status, body } = await rawFetch(`${api.baseUrl}/set`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ timezone: 'UTC', ...fields }),
      })
      return [status, JSON.parse(body).user?.id ?? JSON.parse(body).code]
    }
    expect(await save({ user_id: FOREIGN, username: 'x' }, {})).toEqual([200, FOREIGN])
    expect(await save({ user_id: FOREIGN, username: 'x' }, { cookie })).toEqual([200, FOREIGN])
    expect(await save({}, { cookie })).toEqual([200, OWN])
    expect(await save({}, {})).toEqual([400, 'invalid_request'])
    const wrong = { authorization: 'Bearer tzr_wrong' }
    expect(await save({ user_id: FOREIGN, username: 'x' }, wrong)).toEqual([401, 'unauthenticated'])
  })
})
