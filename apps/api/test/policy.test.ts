import { describe, expect } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { ANYONE, type Caller, POLICIES, type Route, WRITES } from './expected-statuses.ts'
import { test as base, resetDiscord, signInForCookie } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'
import { REQUESTS } from './route-requests.ts'
import { createTestKey, execute, startTestApi, type TestApi } from './start-test-api.ts'

const FILE = { scope: 'file' } as const

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
