import type { contract } from '@timezone-registry/contract'
import { describe, expect } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { test as base, resetDiscord, signInForCookie } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'
import { createTestKey, execute, startTestApi, type TestApi } from './start-test-api.ts'

type Route = keyof typeof contract
/** The statuses for the caller's own record and for another user's. */
type Expected = readonly [own: number, foreign: number]

const ANYONE = {
  nobody: [200, 200],
  'a session': [200, 200],
  'a session that has ended': [200, 200],
  'a write key': [200, 200],
  'a read key': [200, 200],
  'a wrong key': [200, 200],
  'a session and a wrong key': [200, 200],
  'two sessions': [200, 200],
} satisfies Record<string, Expected>

type Caller = keyof typeof ANYONE
type Policy = Record<Caller, Expected>

const PUBLIC_READ: Policy = {
  ...ANYONE,
  'a wrong key': [401, 401],
  'a session and a wrong key': [401, 401],
}
const PRIVATE_READ: Policy = {
  nobody: [401, 401],
  'a session': [200, 200],
  'a session that has ended': [401, 401],
  'a write key': [403, 403],
  'a read key': [200, 200],
  'a wrong key': [401, 401],
  'a session and a wrong key': [401, 401],
  'two sessions': [401, 401],
}
const WRITE: Policy = {
  nobody: [401, 401],
  'a session': [200, 403],
  'a session that has ended': [401, 401],
  'a write key': [200, 200],
  'a read key': [403, 403],
  'a wrong key': [401, 401],
  'a session and a wrong key': [401, 401],
  'two sessions': [401, 401],
}
// A session is not a credential here.
const PROGRAM: Policy = { ...WRITE, 'a session': [401, 401] }
// Keys are ignored here, including invalid ones.
const PERSON: Policy = {
  nobody: [401, 401],
  'a session': [200, 200],
  'a session that has ended': [401, 401],
  'a write key': [401, 401],
  'a read key': [401, 401],
  'a wrong key': [401, 401],
  'a session and a wrong key': [200, 200],
  'two sessions': [401, 401],
}
// No session has the id of the request, but only a signed-in caller learns that.
const PERSON_WITHOUT_TARGET: Policy = {
  ...PERSON,
  'a session': [404, 404],
  'a session and a wrong key': [404, 404],
}
// The session is not an admin's.
const ADMIN: Policy = {
  ...PERSON,
  'a session': [403, 403],
  'a session and a wrong key': [403, 403],
}
const READ = { public: PUBLIC_READ, required: PRIVATE_READ }
const always = (policy: Policy) => ({ public: policy, required: policy })
const withStatus = (status: number) =>
  Object.fromEntries(Object.keys(ANYONE).map((caller) => [caller, [status, status]])) as unknown as Policy
// The same for every caller: where reading needs a login, there is nobody to show.
const PERSON_READ = { public: ANYONE, required: withStatus(404) }

/** The status of each route, for each value of READS. */
const POLICIES: Record<Route, Record<'public' | 'required', Policy>> = {
  setTimezone: always(WRITE),
  deleteTimezone: always(WRITE),
  deleteTimezoneByPost: always(WRITE),
  setVisibility: always(WRITE),
  writeTimezones: always(PROGRAM),
  getTimezone: READ,
  lookupTimezones: READ,
  getTimes: READ,
  searchUsers: READ,
  listTimezones: READ,
  listChanges: READ,
  followChanges: READ,
  getStats: READ,
  getMe: always(PERSON),
  listSignInOptions: always(ANYONE),
  startLogin: always(withStatus(302)),
  finishLogin: always(withStatus(403)),
  logout: always(ANYONE),
  listOwnSessions: always(PERSON),
  endOwnSession: always(PERSON_WITHOUT_TARGET),
  exportOwnData: always(PERSON),
  eraseOwnData: always(PERSON),
  listKeys: always(ADMIN),
  createKey: always(ADMIN),
  revokeKey: always(ADMIN),
  getPrivacy: always(ANYONE),
  listZoneNames: always(ANYONE),
  listTransitions: always(ANYONE),
  getOpenApi: always(ANYONE),
  getPluginStatus: always(ANYONE),
  getPluginUser: READ,
  findPluginUser: READ,
  lookupPluginUsers: READ,
  getOwnPluginUser: always(PERSON),
  setOwnPluginUser: always(PERSON),
  deleteOwnPluginUser: always(PERSON),
  startPluginLogin: always(withStatus(302)),
  startPluginLogout: always(withStatus(302)),
  getPersonPage: PERSON_READ,
  getPersonCard: PERSON_READ,
  getBadge: PERSON_READ,
  getEmbed: PERSON_READ,
  getHealth: always(ANYONE),
  getLiveness: always(ANYONE),
  getReadiness: always(ANYONE),
}

const WRITES = new Set<Route>([
  'setVisibility',
  'setTimezone',
  'deleteTimezone',
  'deleteTimezoneByPost',
  'writeTimezones',
  'setOwnPluginUser',
  'deleteOwnPluginUser',
  'eraseOwnData',
])

const FILE = { scope: 'file' } as const

/** A request of each route about a user. */
const REQUESTS: Record<Route, (userId: string) => { path: string; method?: string; body?: object }> = {
  setTimezone: (user_id) => ({
    path: '/set',
    method: 'POST',
    body: { user_id, username: 'x', timezone: 'UTC' },
  }),
  deleteTimezone: (userId) => ({ path: `/delete?user_id=${userId}`, method: 'DELETE' }),
  deleteTimezoneByPost: (userId) => ({ path: `/delete?user_id=${userId}`, method: 'POST' }),
  setVisibility: (user_id) => ({
    path: '/visibility',
    method: 'PUT',
    body: { user_id, visibility: 'unlisted' },
  }),
  writeTimezones: (userId) => ({
    path: '/bulk',
    method: 'POST',
    body: { records: [{ user_id: userId, username: 'x', timezone: 'UTC' }] },
  }),
  getTimezone: (userId) => ({ path: `/get?id=${userId}` }),
  lookupTimezones: (userId) => ({ path: `/lookup?ids=${userId}` }),
  getTimes: (userId) => ({ path: `/time?ids=${userId}` }),
  searchUsers: () => ({ path: '/search?name=ab' }),
  listTimezones: () => ({ path: '/list' }),
  listChanges: () => ({ path: '/changes' }),
  followChanges: () => ({ path: '/events', method: 'HEAD' }),
  getStats: () => ({ path: '/stats' }),
  getMe: () => ({ path: '/me' }),
  listSignInOptions: () => ({ path: '/auth' }),
  startLogin: () => ({ path: '/auth/discord' }),
  finishLogin: () => ({ path: '/auth/discord/callback?code=1&state=1' }),
  logout: () => ({ path: '/logout', method: 'POST' }),
  listOwnSessions: () => ({ path: '/me/sessions' }),
  endOwnSession: () => ({ path: '/me/sessions/6f1ed002ab5595859014ebf0951522d9', method: 'DELETE' }),
  exportOwnData: () => ({ path: '/me/export' }),
  eraseOwnData: () => ({ path: '/me/erase', method: 'POST' }),
  listKeys: () => ({ path: '/keys' }),
  createKey: () => ({ path: '/keys', method: 'POST', body: { name: 'x', scopes: ['admin'] } }),
  revokeKey: () => ({ path: '/keys/1', method: 'DELETE' }),
  getPrivacy: () => ({ path: '/privacy.json' }),
  listZoneNames: () => ({ path: '/timezones' }),
  listTransitions: () => ({ path: '/transitions' }),
  getOpenApi: () => ({ path: '/openapi.json' }),
  getPluginStatus: () => ({ path: '/api' }),
  getPluginUser: (userId) => ({ path: `/api/user/${userId}` }),
  findPluginUser: (userId) => ({ path: `/api/user/${userId}/exists` }),
  lookupPluginUsers: (userId) => ({ path: '/api/user/bulk', method: 'POST', body: [userId] }),
  getOwnPluginUser: () => ({ path: '/api/user' }),
  setOwnPluginUser: () => ({ path: '/api/user', method: 'PUT', body: { timezone: 'UTC' } }),
  deleteOwnPluginUser: () => ({ path: '/api/user', method: 'DELETE' }),
  startPluginLogin: () => ({ path: '/api/auth' }),
  startPluginLogout: () => ({ path: '/api/auth/logout' }),
  getPersonPage: (userId) => ({ path: `/u/${userId}` }),
  getPersonCard: (userId) => ({ path: `/u/${userId}/card.png` }),
  getBadge: (userId) => ({ path: `/badge/${userId}.svg` }),
  getEmbed: (userId) => ({ path: `/embed/${userId}` }),
  getHealth: () => ({ path: '/health' }),
  getLiveness: () => ({ path: '/livez' }),
  getReadiness: () => ({ path: '/readyz' }),
}
const ABOUT = ['own', 'foreign'] as const
// A request that names no user is the same about both.
const cases = (Object.keys(REQUESTS) as Route[]).flatMap((route) =>
  (Object.keys(ANYONE) as Caller[]).flatMap((caller) =>
    ABOUT.slice(0, 1 + REQUESTS[route].length).map((about) => ({ route, caller, about })),
  ),
)

const createPolicyTest = (reads: 'public' | 'required') =>
  base.extend<{ env: Record<string, string>; keys: Record<'write' | 'read', string> }>({
    env: [async ({ discord }, use) => use({ AUTH: 'required', READS: reads, ...discord.env }), FILE],
    keys: [
      async ({ api }, use) => {
        const [write, read] = [
          await createTestKey(api),
          await createTestKey(api, { scopes: ['records:read'] }),
        ]
        await use({ write: write.key, read: read.key })
      },
      FILE,
    ],
  })
const testOf = { public: createPolicyTest('public'), required: createPolicyTest('required') }

describe.each(['public', 'required'] as const)('with AUTH=required and READS=%s', (reads) => {
  testOf[reads].for(cases)(
    '$route by $caller, about their $about record',
    async ({ route, caller, about }, { api, discord, keys }) => {
      resetDiscord(discord)
      const own = discord.user.id
      const users = { own, foreign: crypto.randomUUID() }
      await execute(
        api.databaseUrl,
        `insert into timezones (user_id, username, timezone) values ('${own}', 'n', 'Asia/Tokyo'), ('${users.foreign}', 'n', 'Asia/Tokyo')`,
      )
      const { path, body, ...request } = REQUESTS[route](users[about])
      const answer = await rawFetch(`${api.baseUrl}${path}`, {
        ...request,
        headers: {
          ...(await credentialsOf(caller, api, keys)),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const expected = POLICIES[route][reads][caller][about === 'own' ? 0 : 1]
      expect(answer.status).toBe(expected)
      const untouched = await execute(
        api.databaseUrl,
        `select user_id from timezones where timezone = 'Asia/Tokyo' and visibility = 'public' and user_id in ('${own}', '${users.foreign}')`,
      )
      const changed = WRITES.has(route) && expected === 200 ? [users[about]] : []
      expect([...untouched.map((row) => row.user_id), ...changed].toSorted()).toEqual(
        [own, users.foreign].toSorted(),
      )
    },
  )
})

/** Headers of a caller; sessions are new each time, for the person whom Discord signs in now. */
async function credentialsOf(
  caller: Caller,
  api: TestApi,
  keys: Record<'write' | 'read', string>,
): Promise<Record<string, string>> {
  const wrong = { authorization: `Bearer ${keys.write.slice(0, -1)}` }
  if (caller === 'nobody') return {}
  if (caller === 'a write key') return { authorization: `Bearer ${keys.write}` }
  if (caller === 'a read key') return { authorization: `bearer ${keys.read}` }
  if (caller === 'a wrong key') return wrong
  const cookie = await signInForCookie(api)
  if (caller === 'a session') return { cookie }
  if (caller === 'a session and a wrong key') return { cookie, ...wrong }
  if (caller === 'two sessions') return { cookie: `${cookie}; ${await signInForCookie(api)}` }
  await rawFetch(`${api.baseUrl}/logout`, { method: 'POST', headers: { cookie } })
  return { cookie }
}

describe('in open mode', () => {
  base('anyone may write any record, signed in or not; a wrong key is still refused', async ({ discord }) => {
    resetDiscord(discord)
    const own = discord.user.id
    const foreign = crypto.randomUUID()
    await using api = await startTestApi({ AUTH: 'open', ...discord.env })
    const browser = createBrowserSession()
    await browser.navigate(`${api.baseUrl}/auth/discord`)
    const cookie = `__Host-session=${browser.cookies.get('__Host-session')}`
    const save = async (fields: object, headers: Record<string, string>) => {
      const { status, body } = await rawFetch(`${api.baseUrl}/set`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ timezone: 'UTC', ...fields }),
      })
      return [status, JSON.parse(body).user?.id ?? JSON.parse(body).code]
    }
    expect(await save({ user_id: foreign, username: 'x' }, {})).toEqual([200, foreign])
    expect(await save({ user_id: foreign, username: 'x' }, { cookie })).toEqual([200, foreign])
    expect(await save({}, { cookie })).toEqual([200, own])
    expect(await save({}, {})).toEqual([400, 'invalid_request'])
    const wrong = { authorization: 'Bearer tzr_wrong' }
    expect(await save({ user_id: foreign, username: 'x' }, wrong)).toEqual([401, 'unauthenticated'])
  })
})
