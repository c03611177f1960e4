import { contract } from '@timezone-registry/contract'
import { expect } from 'vitest'
import { test as base, resetDiscord, signInForCookie } from './login-setup.ts'
import { REQUESTS } from './route-requests.ts'
import { createTestKey, type TestApi } from './start-test-api.ts'

const ADMIN = '424242'
const FILE = { scope: 'file' } as const
const ACT = { 'registry-act-as': 'admin' }

type Headers = Record<string, string>
type Fixtures = { env: Headers; admin: Headers; other: Headers; key: Headers }

const createTest = (settings: Headers) =>
  base.extend<Fixtures>({
    env: [async ({ discord }, use) => use({ ADMINS: `discord:${ADMIN}`, ...settings, ...discord.env }), FILE],
    admin: [
      async ({ api, discord }, use) => {
        resetDiscord(discord)
        discord.user = { id: ADMIN, username: 'operator' }
        await use({ cookie: await signInForCookie(api) })
      },
      FILE,
    ],
    other: [
      async ({ api, discord }, use) => {
        resetDiscord(discord)
        await use({ cookie: await signInForCookie(api) })
      },
      FILE,
    ],
    key: [
      async ({ api }, use) => {
        const { key } = await createTestKey(api, { scopes: ['admin'] })
        await use({ authorization: `Bearer ${key}` })
      },
      FILE,
    ],
  })
const test = createTest({ AUTH: 'required' })
const testOf = { public: test, required: createTest({ AUTH: 'required', READS: 'required' }) }
const openTest = createTest({ AUTH: 'open' })

/** Runs a statement as the service does, on a connection that is open. */
const run = ({ context }: TestApi, sql: string) =>
  context.database.withConnection(async (query) => (await query(sql)).rows)

/** The status of a route for a new private record of somebody else, and what is stored afterwards. */
async function call(api: TestApi, route: keyof typeof REQUESTS, headers: Headers) {
  const userId = await createPrivate(api)
  const { path, body, ...request } = REQUESTS[route](userId)
  const answer = await api.request(path, { ...request, headers, body })
  const stored = await run(
    api,
    `select timezone, visibility, availability from timezones where user_id = '${userId}'`,
  )
  return { status: answer.status, stored, userId, answer }
}

async function createPrivate(api: TestApi): Promise<string> {
  const userId = crypto.randomUUID()
  await run(
    api,
    `insert into timezones (user_id, username, timezone, visibility) values ('${userId}', 'Nelly', 'Asia/Tokyo', 'private')`,
  )
  return userId
}

const ROUTES = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]
// They end what the other tests use.
const ONCE = ['logout', 'eraseOwnData', 'revokeKey']
const FOR_KEYS = ['reader', 'writer', 'program']
const isForKeys = (route: keyof typeof REQUESTS) => FOR_KEYS.includes(contract[route].metadata.auth)

for (const reads of ['public', 'required'] as const) {
  testOf[reads].for(ROUTES.filter(isForKeys))(
    `%s with READS=${reads}: an admin who acts as one can do what an admin key can, and nobody else`,
    async (route, { api, admin, other, key }) => {
      const byKey = await call(api, route, key)
      expect(byKey.status).toBe(200)
      const byAdmin = await call(api, route, { ...admin, ...ACT })
      expect([byAdmin.status, byAdmin.stored]).toEqual([byKey.status, byKey.stored])
      const untouched = [{ timezone: 'Asia/Tokyo', visibility: 'private', availability: null }]
      expect(await call(api, route, { ...other, ...ACT })).toMatchObject({ status: 403, stored: untouched })
      expect(await call(api, route, ACT)).toMatchObject({ status: 401, stored: untouched })
    },
  )

  testOf[reads].for(ROUTES.filter((route) => !isForKeys(route) && !ONCE.includes(route)))(
    `%s with READS=${reads}, which keys cannot call, is the same for an admin who acts as one`,
    async (route, { api, admin }) => {
      const without = await call(api, route, admin)
      const acting = await call(api, route, { ...admin, ...ACT })
      expect([acting.status, acting.stored]).toEqual([without.status, without.stored])
    },
  )
}

test('an admin is a person like any other until they act as an admin', async ({ api, admin }) => {
  for (const route of ['getTimezone', 'setVisibility', 'deleteTimezone', 'writeTimezones'] as const) {
    const { status, stored } = await call(api, route, admin)
    expect([route, status >= 400, stored]).toMatchObject([route, true, [{ visibility: 'private' }]])
  }
})

test('what an admin reads is kept by no cache, and says who sees the record', async ({ api, admin, key }) => {
  for (const headers of [{ ...admin, ...ACT }, key]) {
    const { answer } = await call(api, 'getTimezone', headers)
    expect(answer.headers.get('registry-visibility')).toBe('private')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
  const { answer } = await call(api, 'listZoneNames', { ...admin, ...ACT })
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  const list = await call(api, 'listTimezones', { ...admin, ...ACT })
  expect(list.answer.headers.get('cache-control')).toBe('private, no-store')
  const read = await createTestKey(api, { scopes: ['records:read'] })
  const user_id = await createPrivate(api)
  await run(api, `update timezones set visibility = 'unlisted' where user_id = '${user_id}'`)
  const asReader = await api.request(`/get?id=${user_id}`, {
    headers: { authorization: `Bearer ${read.key}` },
  })
  expect([asReader.status, asReader.headers.get('registry-visibility')]).toEqual([200, null])
})

test('no page of another origin acts as an admin, not even one that may write records', async ({
  api,
  admin,
}) => {
  for (const origin of ['https://discord.com', 'https://evil.example', 'null']) {
    const headers = { ...admin, ...ACT, origin }
    for (const route of ['setVisibility', 'deleteTimezone', 'writeTimezones'] as const)
      expect(await call(api, route, headers), origin).toMatchObject({ status: 403 })
    const { status, answer } = await call(api, 'getTimezone', headers)
    const isReadable = answer.headers.get('access-control-allow-credentials') === 'true'
    expect(status === 200 && isReadable, origin).toBe(false)
    const preflight = await api.request('/get?id=1', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'registry-act-as',
      },
    })
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain('act-as')
  }
  expect(await call(api, 'setVisibility', { ...admin, ...ACT, origin: api.baseUrl })).toMatchObject({
    status: 200,
  })
})

openTest('in open mode, only an admin sees private records', async ({ api, admin, other }) => {
  expect(await call(api, 'getTimezone', { ...admin, ...ACT })).toMatchObject({ status: 200 })
  expect(await call(api, 'getTimezone', { ...other, ...ACT })).toMatchObject({ status: 403 })
  expect(await call(api, 'getTimezone', ACT)).toMatchObject({ status: 401 })
})
