import {
  startTestDiscord,
  startTestIssuer,
  type TestDiscord,
} from '@timezone-registry/test-servers/login-providers'
import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import { execute, startTestApi, type TestApi } from './start-test-api.ts'

const DISCORD_PAGE = {
  origin: 'https://discord.com',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
}

let discord: TestDiscord
let api: TestApi
beforeAll(async () => {
  discord = await startTestDiscord()
  api = await startTestApi({ AUTH: 'required', ...discord.env })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await discord[Symbol.asyncDispose]()
})
beforeEach(() => {
  discord.user = { id: String(Math.floor(Math.random() * 1e15)), username: 'nelly' }
  discord.fault = undefined
})

describe('a login through Discord', () => {
  test('starts a session that can write, read and delete its own record without an id', async () => {
    const browser = await signIn()
    expect(await me(browser)).toEqual({
      status: 200,
      body: {
        user: { ...discord.user, provider: 'discord', avatar: null, discriminator: null },
        timezone: null,
        visibility: null,
        admin: false,
      },
    })
    const saved = await set(browser, { timezone: 'Asia/Tokyo' })
    expect(JSON.parse(saved.body)).toMatchObject({ user: discord.user, timezone: 'Asia/Tokyo' })
    expect((await me(browser)).body).toMatchObject({ timezone: 'Asia/Tokyo' })
    const removed = await browser.fetch(`${api.baseUrl}/delete`, { method: 'DELETE' })
    expect(JSON.parse(removed.body)).toEqual({ message: 'Timezone deleted', deleted: true })
  })

  test('returns to the redirect; without one, it responds with JSON', async () => {
    const browser = createBrowserSession()
    const answer = await browser.navigate(`${api.baseUrl}/auth/discord?redirect=/livez%3Ffrom=login`)
    expect(answer).toMatchObject({ url: `${api.baseUrl}/livez?from=login`, status: 200 })
    const plain = await createBrowserSession().navigate(`${api.baseUrl}/v1/auth/discord`)
    expect(JSON.parse(plain.body)).toEqual({
      message: 'Signed in',
      user: { ...discord.user, provider: 'discord', avatar: null, discriminator: null },
    })
  })

  test('requests only the identity, with state and PKCE', async () => {
    const answer = await createBrowserSession().fetch(`${api.baseUrl}/auth/discord`)
    const asked = new URL(answer.headers.get('location') ?? '').searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      scope: 'identify',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${api.baseUrl}/auth/discord/callback`,
    })
    expect(asked.get('state')).toMatch(/^[\w-]{43}$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('stores the current name, cleaned', async () => {
    discord.user.username = ' \u202enel\u0000ly\ud800 '
    expect((await me(await signIn())).body).toMatchObject({ user: { username: 'nelly\ufffd' } })
    discord.user.username = '\u0007'
    expect((await me(await signIn())).body).toMatchObject({ user: { username: discord.user.id } })
  })

  test('returns without a session if it was declined', async () => {
    discord.fault = 'denies'
    const browser = createBrowserSession()
    expect((await browser.navigate(`${api.baseUrl}/auth/discord?redirect=/livez`)).status).toBe(200)
    expect((await me(browser)).status).toBe(401)
  })

  test.for(['down', 'slow'] as const)(
    'while Discord is %s is 503, and sessions go on',
    { timeout: 20_000 },
    async (fault) => {
      const [signedIn, other] = [await signIn(), createBrowserSession()]
      const begun = await other.fetch(`${api.baseUrl}/auth/discord`)
      const agreed = await other.fetch(begun.headers.get('location') ?? '')
      discord.fault = fault
      const answer = await other.fetch(agreed.headers.get('location') ?? '')
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, 'unavailable'])
      expect((await me(signedIn)).status).toBe(200)
    },
  )
})

describe('a page that runs the authorization itself', () => {
  test('gets 200 and the cookie from a listed origin', async () => {
    const browser = createBrowserSession()
    const answer = await browser.fetch(foreignCallback(), { headers: DISCORD_PAGE })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://discord.com')
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    expect((await browser.fetch(`${api.baseUrl}/me`, { headers: DISCORD_PAGE })).status).toBe(200)
  })

  test.for<[string, Record<string, string>]>([
    ['from an origin outside the list', { ...DISCORD_PAGE, origin: 'https://evil.example' }],
    ['from the null origin', { ...DISCORD_PAGE, origin: 'null' }],
    ['without an origin', {}],
  ])('is refused %s', async ([, headers]) => {
    const answer = await createBrowserSession().fetch(foreignCallback(), { headers })
    // A person sees the response to a navigation, so they get the page with the reason.
    const status = headers['sec-fetch-mode'] === 'navigate' ? 302 : 403
    expect([answer.status, answer.setCookies]).toEqual([status, []])
  })

  test.for<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }],
    ['a listed origin', { ...DISCORD_PAGE, 'sec-fetch-mode': 'navigate' }],
  ])('gives a navigation from %s no session, but the page with the error', async ([, headers]) => {
    const answer = await createBrowserSession().fetch(foreignCallback(), { headers })
    expect([answer.status, answer.setCookies]).toEqual([302, []])
    expect(answer.headers.get('location')).toBe('/?login_error=failed')
  })
})

describe('a session', () => {
  test('has a cookie that scripts cannot read and only TLS or loopback carries', async () => {
    expect(sessionCookie(await finishLogin(api))).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=None$/,
    )
    const PUBLIC_URL = 'https://timezones.example'
    for (const [CORS_ORIGINS, sameSite] of [
      ['https://discord.com', 'None'],
      [PUBLIC_URL, 'Lax'],
    ] as const) {
      await using secure = await startTestApi({ AUTH: 'required', PUBLIC_URL, CORS_ORIGINS, ...discord.env })
      expect(sessionCookie(await finishLogin(secure, PUBLIC_URL))).toMatch(
        new RegExp(
          `^__Host-session=[^;]+; Max-Age=604800; Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=${sameSite}$`,
        ),
      )
    }
  })

  test('is stored as a hash only', async () => {
    const browser = await signIn()
    const [stored] = await execute(api.databaseUrl, 'select * from sessions order by created_at desc limit 1')
    expect(JSON.stringify(stored)).not.toContain(browser.cookies.get('__Host-session'))
    expect(stored).toMatchObject({
      id_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      user_id: discord.user.id,
    })
  })

  test('is new at each login, which ends the previous one (fixation)', async () => {
    const browser = await signIn()
    const before = browser.cookies.get('__Host-session')
    await browser.navigate(`${api.baseUrl}/auth/discord`)
    expect(browser.cookies.get('__Host-session')).not.toBe(before)
    const planted = createBrowserSession()
    planted.cookies.set('__Host-session', before ?? '')
    expect((await me(planted)).status).toBe(401)
    const chosen = createBrowserSession()
    chosen.cookies.set('__Host-session', 'a'.repeat(43))
    await chosen.navigate(`${api.baseUrl}/auth/discord`)
    expect(chosen.cookies.get('__Host-session')).not.toBe('a'.repeat(43))
  })

  test('ends with POST /logout, here or everywhere; GET changes nothing', async () => {
    const browsers = [await signIn(), await signIn(), await signIn()] as const
    expect((await browsers[0].fetch(`${api.baseUrl}/logout`)).status).toBe(405)
    expect((await me(browsers[0])).status).toBe(200)
    const one = await browsers[0].fetch(`${api.baseUrl}/logout`, { method: 'POST' })
    expect(JSON.parse(one.body)).toEqual({ message: 'Signed out', ended: 1 })
    expect(one.setCookies[0]).toMatch(/^__Host-session=;.*Expires=Thu, 01 Jan 1970/)
    expect(await Promise.all(browsers.map(async (browser) => (await me(browser)).status))).toEqual([
      401, 200, 200,
    ])
    const all = await browsers[1].fetch(`${api.baseUrl}/logout?everywhere=true`, { method: 'POST' })
    expect(JSON.parse(all.body)).toMatchObject({ ended: 2 })
    expect(await Promise.all(browsers.map(async (browser) => (await me(browser)).status))).toEqual([
      401, 401, 401,
    ])
    expect((await browsers[0].fetch(`${api.baseUrl}/logout`, { method: 'POST' })).status).toBe(200)
  })

  test('expires at its maximum age even when used, and earlier when idle', async () => {
    await using short = await startTestApi({
      ...discord.env,
      AUTH: 'required',
      SESSION_TTL_SECONDS: '3',
      SESSION_IDLE_SECONDS: '1',
    })
    const [used, idle] = [await signIn(short), await signIn(short)]
    const startedAt = performance.now()
    let uses = 0
    await waitUntil(async () => {
      if ((await me(used, short)).status === 401) return true
      uses += 1
      return false
    }, 'the session to end by its age')
    const seconds = (performance.now() - startedAt) / 1000
    expect(seconds).toBeGreaterThan(2.5)
    expect(seconds).toBeLessThan(4)
    expect(uses).toBeGreaterThan(20)
    const other = await signIn(short)
    const idleFor = execute(
      short.databaseUrl,
      "update sessions set last_used_at = now() - interval '1 second'",
    )
    await idleFor
    expect([(await me(other, short)).status, (await me(idle, short)).status]).toEqual([401, 401])
  })
})

describe.skipIf(redisMissing() !== undefined)('over several instances', () => {
  test('a login begun on one finishes on another, and a logout takes effect everywhere at once', async () => {
    await using redis = await startTestRedis()
    const env = { ...discord.env, AUTH: 'required', REDIS_URL: redis.url, PUBLIC_URL: 'http://localhost:1' }
    await using first = await startTestApi(env)
    await using second = await startTestApi({ ...env, DATABASE_URL: first.databaseUrl })
    const browser = createBrowserSession()
    const begun = await browser.fetch(`${first.baseUrl}/auth/discord`)
    const agreed = await browser.fetch(begun.headers.get('location') ?? '')
    const callback = new URL(agreed.headers.get('location') ?? '')
    expect((await browser.fetch(`${second.baseUrl}${callback.pathname}${callback.search}`)).status).toBe(200)
    for (const instance of [first, second]) expect((await me(browser, instance)).status).toBe(200)

    const other = createBrowserSession()
    for (const [name, value] of browser.cookies) other.cookies.set(name, value)
    await browser.fetch(`${first.baseUrl}/logout`, { method: 'POST' })
    for (const instance of [first, second]) expect((await me(other, instance)).status).toBe(401)
  })

  test.skipIf(redisMissing({ toBreak: true }) !== undefined)(
    'without Redis, sessions continue, logouts take effect within 5 s, and new sessions start',
    async () => {
      await using redis = await startTestRedis({ toBreak: true })
      const env = { ...discord.env, AUTH: 'required', REDIS_URL: redis.url }
      await using first = await startTestApi(env)
      await using second = await startTestApi({ ...env, DATABASE_URL: first.databaseUrl })
      const browser = await signIn(first)
      const copy = createBrowserSession()
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      expect((await me(copy, second)).status).toBe(200)
      redis.pause()
      for (const instance of [first, second]) expect((await me(copy, instance)).status).toBe(200)
      expect((await me(await signIn(first), second)).status).toBe(200)

      // Redis misses the logout, and still has the session when it returns.
      await browser.fetch(`${first.baseUrl}/logout`, { method: 'POST' })
      const endedAt = performance.now()
      redis.resume()
      await waitUntil(async () => (await me(copy, second)).status === 401, 'the session to be gone')
      expect(performance.now() - endedAt).toBeLessThan(5000)
    },
  )
})

test('the service starts while an OpenID Connect issuer is down, and answers its logins with 503', async () => {
  await using lonely = await startTestApi({
    AUTH: 'required',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'x',
  })
  expect((await createBrowserSession().fetch(`${lonely.baseUrl}/auth/oidc`)).status).toBe(503)
  const options = await createBrowserSession().fetch(`${lonely.baseUrl}/auth`)
  expect(JSON.parse(options.body)).toEqual({
    writes: 'required',
    reads: 'public',
    providers: [{ id: 'oidc', name: '127.0.0.1' }],
  })
})

test('an OpenID Connect login sends state, nonce and PKCE to the discovered address', async () => {
  await using issuer = await startTestIssuer({ redirectUris: ['http://localhost/auth/oidc/callback'] })
  await using own = await startTestApi({ AUTH: 'required', ...issuer.env })
  const answer = await createBrowserSession().fetch(`${own.baseUrl}/auth/oidc`)
  const url = new URL(answer.headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe(`${issuer.url}/auth`)
  expect([...url.searchParams.keys()].toSorted()).toEqual([
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'nonce',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ])
})

async function signIn(instance = api): Promise<BrowserSession> {
  const browser = createBrowserSession()
  await browser.navigate(`${instance.baseUrl}/auth/discord`)
  return browser
}

/** The answer that sets the cookie; PUBLIC_URL of the instance may be another address. */
async function finishLogin(instance: TestApi, publicUrl = instance.baseUrl) {
  const browser = createBrowserSession()
  const begun = await browser.fetch(`${instance.baseUrl}/auth/discord`)
  const agreed = await browser.fetch(begun.headers.get('location') ?? '')
  return browser.fetch((agreed.headers.get('location') ?? '').replace(publicUrl, instance.baseUrl))
}

function sessionCookie({ setCookies }: { setCookies: string[] }): string | undefined {
  return setCookies.find((line) => line.includes('session='))
}

async function me(browser: BrowserSession, instance = api) {
  const { status, body } = await browser.fetch(`${instance.baseUrl}/me`)
  return { status, body: JSON.parse(body) }
}

function set(browser: BrowserSession, fields: Record<string, string>) {
  return browser.fetch(`${api.baseUrl}/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
}

function foreignCallback(): string {
  return `${api.baseUrl}/auth/discord/callback?code=${discord.issueCode(`${api.baseUrl}/auth/discord/callback`)}`
}
