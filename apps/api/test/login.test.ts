import { startTestIssuer, type TestDiscord } from '@timezone-registry/test-servers/login-providers'
import { describe, expect } from 'vitest'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import { agree, me, resetDiscord, signIn, test } from './login-setup.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

const DISCORD_PAGE = {
  origin: 'https://discord.com',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
}

test.beforeEach(({ discord }) => resetDiscord(discord))

describe('a login through Discord', () => {
  test('starts a session that can write, read and delete its own record without an id', async ({
    api,
    discord,
  }) => {
    const browser = await signIn(api)
    expect(await me(browser, api)).toEqual({
      status: 200,
      body: {
        user: { ...discord.user, provider: 'discord', avatar: null, discriminator: null },
        timezone: null,
        visibility: null,
        availability: null,
        admin: false,
      },
    })
    const saved = await set(browser, api, { timezone: 'Asia/Tokyo' })
    expect(JSON.parse(saved.body)).toMatchObject({ user: discord.user, timezone: 'Asia/Tokyo' })
    expect((await me(browser, api)).body).toMatchObject({ timezone: 'Asia/Tokyo' })
    const removed = await browser.fetch(`${api.baseUrl}/delete`, { method: 'DELETE' })
    expect(JSON.parse(removed.body)).toEqual({ message: 'Timezone deleted', deleted: true })
  })

  test('returns to the redirect; without one, it responds with JSON', async ({ api, discord }) => {
    const browser = createBrowserSession()
    const answer = await browser.navigate(`${api.baseUrl}/auth/discord?redirect=/livez%3Ffrom=login`)
    expect(answer).toMatchObject({ url: `${api.baseUrl}/livez?from=login`, status: 200 })
    const plain = await createBrowserSession().navigate(`${api.baseUrl}/v1/auth/discord`)
    expect(JSON.parse(plain.body)).toEqual({
      message: 'Signed in',
      user: { ...discord.user, provider: 'discord', avatar: null, discriminator: null },
    })
  })

  test('requests only the identity, with state and PKCE', async ({ api }) => {
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

  test('stores the current name, cleaned', async ({ api, discord }) => {
    discord.user.username = ' \u202enel\u0000ly\ud800 '
    expect((await me(await signIn(api), api)).body).toMatchObject({ user: { username: 'nelly\ufffd' } })
    discord.user.username = '\u0007'
    expect((await me(await signIn(api), api)).body).toMatchObject({ user: { username: discord.user.id } })
  })

  test.for([
    ['down', '5'],
    ['slow', '5'],
    ['rate limited', '7'],
    ['behind a broken proxy', '5'],
  ] as const)(
    'while Discord is %s is 503 with Retry-After, and sessions continue',
    async ([fault, seconds], { api, discord }) => {
      const signedIn = await signIn(api)
      const { browser, callback } = await agree(api.baseUrl)
      discord.fault = fault
      const answer = await browser.fetch(callback)
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, 'unavailable'])
      expect(answer.headers.get('retry-after')).toBe(seconds)
      expect((await me(signedIn, api)).status).toBe(200)
    },
  )
})

describe('a page that runs the authorization itself', () => {
  test.for<[string, Record<string, string>]>([
    ['from an origin outside the list', { ...DISCORD_PAGE, origin: 'https://evil.example' }],
    ['from the null origin', { ...DISCORD_PAGE, origin: 'null' }],
    ['without an origin', {}],
  ])('is refused %s', async ([, headers], { api, discord }) => {
    const answer = await createBrowserSession().fetch(foreignCallback(api, discord), { headers })
    // A person sees the response to a navigation, so they get the page with the reason.
    const status = headers['sec-fetch-mode'] === 'navigate' ? 302 : 403
    expect([answer.status, answer.setCookies]).toEqual([status, []])
  })

  test.for<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }],
    ['a listed origin', { ...DISCORD_PAGE, 'sec-fetch-mode': 'navigate' }],
  ])(
    'gives a navigation from %s no session, but the page with the error',
    async ([, headers], { api, discord }) => {
      const answer = await createBrowserSession().fetch(foreignCallback(api, discord), { headers })
      expect([answer.status, answer.setCookies]).toEqual([302, []])
      expect(answer.headers.get('location')).toBe('/?login_error=failed')
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
    discord_install_url: null,
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

function set(browser: BrowserSession, api: TestApi, fields: Record<string, string>) {
  return browser.fetch(`${api.baseUrl}/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
}

function foreignCallback(api: TestApi, discord: TestDiscord): string {
  return `${api.baseUrl}/auth/discord/callback?code=${discord.issueCode(`${api.baseUrl}/auth/discord/callback`)}`
}
