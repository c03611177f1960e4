import type { TestDiscord } from '@timezone-registry/test-servers/login-providers'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { ANYONE, type Caller, POLICIES, type Route, WRITES } from './expected-statuses.ts'
import { test as base, resetDiscord, signInForCookie } from './login-setup.ts'
import { REQUESTS } from './route-requests.ts'
import { createTestKey, startTestApi, type TestApi } from './start-test-api.ts'

const FILE = { scope: 'file' } as const

type Session = 'active' | 'second' | 'ended'
type People = {
  own: string
  foreign: string
  /** The `Cookie` header of a session of the first, started when it is first needed. */
  cookieOf(session: Session): Promise<string>
}
type Fixtures = {
  env: Record<string, string>
  keys: Record<'write' | 'read', string>
  /** Runs a statement as another program would. */
  run(sql: string): Promise<Record<string, unknown>[]>
  /** People whom no test has changed; a test that changed nothing gives them back. */
  people: { take(): Promise<People>; giveBack(unchanged: People): void }
}

const ABOUT = ['own', 'foreign'] as const
// A request that names no user is the same about both.
const cases = (Object.keys(REQUESTS) as Route[]).flatMap((route) =>
  (Object.keys(ANYONE) as Caller[]).flatMap((caller) =>
    ABOUT.slice(0, 1 + REQUESTS[route].length).map((about) => ({ route, caller, about })),
  ),
)

const createPolicyTest = (reads: 'public' | 'required') =>
  base.extend<Fixtures>({
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
    run: [
      async ({ api }, use) => {
        const client = new pg.Client(api.databaseUrl)
        await client.connect()
        await use(async (sql) => (await client.query(sql)).rows)
        await client.end()
      },
      FILE,
    ],
    people: [
      async ({ api, discord, run }, use) => {
        const unchanged: People[] = []
        await use({
          take: async () => unchanged.pop() ?? (await createPeople({ api, discord, run })),
          giveBack: (people) => void unchanged.push(people),
        })
      },
      FILE,
    ],
  })
const testOf = { public: createPolicyTest('public'), required: createPolicyTest('required') }

describe.each(['public', 'required'] as const)('with AUTH=required and READS=%s', (reads) => {
  testOf[reads].for(cases)(
    '$route by $caller, about their $about record',
    async ({ route, caller, about }, { api, keys, run, people }) => {
      const taken = await people.take()
      const { own, foreign, cookieOf } = taken
      const userId = about === 'own' ? own : foreign
      const { path, body, ...request } = REQUESTS[route](userId)
      const answer = await api.request(path, {
        ...request,
        headers: await credentialsOf(caller, cookieOf, keys),
        body,
      })
      const expected = POLICIES[route][reads][caller][about === 'own' ? 0 : 1]
      expect(answer.status).toBe(expected)
      const untouched = await run(
        `select user_id from timezones where timezone = 'Asia/Tokyo' and visibility = 'public' and availability = 'hours' and user_id in ('${own}', '${foreign}')`,
      )
      const changed = WRITES.has(route) && expected === 200 ? [userId] : []
      expect([...untouched.map((row) => row.user_id), ...changed].toSorted()).toEqual(
        [own, foreign].toSorted(),
      )
      const isRead = request.method === undefined || answer.status >= 400
      if (isRead && answer.setCookies.length === 0) people.giveBack(taken)
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
      const { status, body } = await api.request('/set', {
        method: 'POST',
        headers,
        body: { timezone: 'UTC', ...fields },
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

/** Someone who can sign in, and someone else; both have a record. */
async function createPeople({
  api,
  discord,
  run,
}: {
  api: TestApi
  discord: TestDiscord
  run: Fixtures['run']
}): Promise<People> {
  resetDiscord(discord)
  const own = discord.user.id
  const foreign = crypto.randomUUID()
  await run(
    `insert into timezones (user_id, username, timezone, availability) select id, 'n', 'Asia/Tokyo', 'hours' from unnest(array['${own}', '${foreign}']) id`,
  )
  const cookies: Partial<Record<Session, Promise<string>>> = {}
  return {
    own,
    foreign,
    cookieOf: (session) =>
      (cookies[session] ??= signInForCookie(api).then(async (cookie) => {
        if (session === 'ended') await api.request('/logout', { method: 'POST', headers: { cookie } })
        return cookie
      })),
  }
}

async function credentialsOf(
  caller: Caller,
  cookieOf: People['cookieOf'],
  keys: Fixtures['keys'],
): Promise<Record<string, string>> {
  const wrong = { authorization: `Bearer ${keys.write.slice(0, -1)}` }
  if (caller === 'nobody') return {}
  if (caller === 'a write key') return { authorization: `Bearer ${keys.write}` }
  if (caller === 'a read key') return { authorization: `bearer ${keys.read}` }
  if (caller === 'a wrong key') return wrong
  if (caller === 'a session that has ended') return { cookie: await cookieOf('ended') }
  const cookie = await cookieOf('active')
  if (caller === 'a session') return { cookie }
  if (caller === 'a session and a wrong key') return { cookie, ...wrong }
  return { cookie: `${cookie}; ${await cookieOf('second')}` }
}
