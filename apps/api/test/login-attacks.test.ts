import { listen, startTestDiscord, type TestDiscord } from '@timezone-registry/test-servers/login-providers'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import { rawFetch } from './raw-request.ts'
import { createTestKey, execute, startTestApi, type TestApi } from './start-test-api.ts'

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

describe('a callback is refused, and gives no session,', () => {
  test('the second time (replay)', async () => {
    const { browser, callback } = await agree()
    const cookies = new Map(browser.cookies)
    expect((await browser.fetch(callback)).status).toBe(200)
    const again = createBrowserSession()
    for (const [name, value] of cookies) again.cookies.set(name, value)
    await expectRefused(again, callback)
  })

  test('in a browser other than the one that started it (login CSRF)', async () => {
    const { callback } = await agree()
    await expectRefused(createBrowserSession(), callback)
    const { browser } = await agree()
    const foreign = (await agree()).callback
    await expectRefused(browser, foreign)
  })

  test('with an unknown state, or without one', async () => {
    const { browser, callback } = await agree()
    for (const state of ['', 'x', 'a'.repeat(43)]) {
      const url = new URL(callback)
      url.searchParams.set('state', state)
      await expectRefused(browser, url.href)
    }
    const without = new URL(callback)
    without.searchParams.delete('state')
    await expectRefused(browser, without.href)
  })

  test('with a repeated state, or a planted cookie beside the real one', async () => {
    const { browser, callback } = await agree()
    expect((await browser.fetch(`${callback}&state=x`)).status).toBe(400)
    const secret = browser.cookies.get('__Host-login')
    const headers = { cookie: `__Host-login=planted; __Host-login=${secret}` }
    expect((await rawFetch(callback, { headers })).status).toBe(403)
  })

  test('with the code of another login (PKCE)', async () => {
    const [mine, foreign] = [await agree(), await agree()]
    const url = new URL(mine.callback)
    url.searchParams.set('code', new URL(foreign.callback).searchParams.get('code') ?? '')
    const answer = await mine.browser.fetch(url.href)
    expect([answer.status, mine.browser.cookies.has('__Host-session')]).toEqual([401, false])
  })
})

describe('a write with a session is refused, and changes nothing,', () => {
  test.for<[string, Record<string, string>]>([
    ['from an origin outside the list', { origin: 'https://evil.example' }],
    ['from the null origin', { origin: 'null' }],
    ['from an origin that begins like a listed one', { origin: 'https://discord.com.evil.example' }],
    ['from another site that tells no origin', { 'sec-fetch-site': 'cross-site' }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ])('%s', async ([, headers]) => {
    const cookie = await signIn()
    const before = await records()
    for (const request of [
      { path: '/set', method: 'POST', body: 'timezone=UTC' },
      { path: '/delete', method: 'DELETE' },
      { path: '/logout', method: 'POST' },
    ]) {
      const { path, ...rest } = request
      const answer = await rawFetch(`${api.baseUrl}${path}`, {
        ...rest,
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
      expect([path, answer.status]).toEqual([path, 403])
    }
    expect(await records()).toEqual(before)
    expect((await rawFetch(`${api.baseUrl}/me`, { headers: { cookie } })).status).toBe(200)
  })
})

test('only an API key works as a bearer token: an unsigned or a foreign JWT does not', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const claims = { sub: '80351110224678912', scope: 'admin' }
  const { key, revoke } = await createTestKey(api)
  const expired = await createTestKey(api, { lifetimeSeconds: -1 })
  await revoke()
  for (const token of [
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    '',
    'null',
    'tzr_',
    `tzr_${'0'.repeat(72)}`,
    key,
    key.slice(0, 20),
    `${key}0`,
    expired.key,
    (await signIn()).replace('__Host-session=', ''),
  ]) {
    const before = await records()
    const answer = await rawFetch(`${api.baseUrl}/set`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: '1', username: 'x', timezone: 'UTC' }),
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await records()).toEqual(before)
  }
})

test('a cookie without the prefix, which others can plant, is not read', async () => {
  const cookie = await signIn()
  const bare = cookie.replace('__Host-', '')
  expect((await rawFetch(`${api.baseUrl}/me`, { headers: { cookie: bare } })).status).toBe(401)
  expect((await rawFetch(`${api.baseUrl}/me`, { headers: { cookie } })).status).toBe(200)
})

describe('a forged OpenID Connect ID token is refused:', () => {
  test.for<[string, ForgeToken]>([
    ['alg none', async (claims) => new UnsecuredJWT(claims).encode()],
    ['a foreign key', async (claims, _own, foreign) => sign(claims, foreign)],
    [
      'the secret of the client as an HMAC key',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('secret'.repeat(8))),
    ],
    ['another nonce', (claims, own) => sign({ ...claims, nonce: 'other' }, own)],
    ['no nonce', ({ nonce: _nonce, ...claims }, own) => sign(claims, own)],
    ['another audience', (claims, own) => sign({ ...claims, aud: 'other' }, own)],
    ['another issuer', (claims, own) => sign({ ...claims, iss: 'https://other.example' }, own)],
    ['expired', (claims, own) => sign({ ...claims, exp: 1 }, own)],
    ['a subject that is no user id', (claims, own) => sign({ ...claims, sub: 'a\u0000b' }, own)],
  ])('%s', async ([, forge]) => {
    expect(await signInWith(forge)).toEqual([401, undefined])
  })

  test('a genuine one is accepted', async () => {
    expect(await signInWith(sign)).toEqual([200, 'alice'])
  })

  test('if Discord is configured, too, an issuer cannot claim a Discord user’s id', async () => {
    const asDiscords = (claims: Claims, own: CryptoKey) => sign({ ...claims, sub: '80351110224678912' }, own)
    expect(await signInWith(asDiscords, discord.env)).toEqual([200, 'oidc:80351110224678912'])
  })
})

test('no secret reaches the log', async () => {
  await using service = startProcess({
    DATABASE_URL: await createTestDatabase(),
    AUTH: 'required',
    LOG_LEVEL: 'trace',
    ...discord.env,
  })
  const address = await service.ready()
  const browser = createBrowserSession()
  const begun = await browser.fetch(`${address}/auth/discord`)
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const callback = (await browser.fetch(begun.headers.get('location') ?? '')).headers.get('location') ?? ''
  const secret = browser.cookies.get('__Host-login') ?? ''
  await browser.fetch(callback)
  await browser.fetch(callback)
  await browser.fetch(`${address}/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"timezone":"UTC"}',
  })
  const key = `tzr_${'ab'.repeat(36)}`
  await rawFetch(`${address}/set`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
  discord.fault = 'down'
  await (await agree(address)).browser
    .fetch(`${address}/auth/discord/callback?code=c0de-of-a-page`, {
      headers: { origin: 'https://discord.com' },
    })
    .catch(() => {})
  discord.fault = undefined

  service.kill('SIGTERM')
  await service.ended()
  const log = JSON.stringify(service.log)
  const audit = service.log.filter(({ msg }) => msg === 'audit')
  expect(audit).toMatchObject([
    {
      action: 'login',
      outcome: 'signed_in',
      caller: { kind: 'session', id: `discord:${discord.user.id}` },
    },
    { action: 'login', outcome: 'refused' },
    {
      action: 'set',
      outcome: 'saved',
      caller: { kind: 'session' },
      user_id: discord.user.id,
      timezone: 'UTC',
      request_id: expect.any(String),
    },
    { action: 'login', outcome: 'unknown' },
  ])
  const code = new URL(callback).searchParams.get('code') ?? ''
  for (const value of [
    state,
    code,
    secret,
    browser.cookies.get('__Host-session') ?? '',
    key,
    'c0de-of-a-page',
    discord.env.OAUTH_DISCORD_CLIENT_SECRET ?? '',
  ]) {
    expect(value.length).toBeGreaterThan(10)
    expect(log).not.toContain(value)
  }
})

type Claims = Record<string, string | number>
type ForgeToken = (claims: Claims, own: CryptoKey, foreign: CryptoKey) => Promise<string>

function sign(claims: Claims, key: CryptoKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key)
}

/** Logs in at an issuer that returns the forged token. Resolves to the status, and the user id on success. */
async function signInWith(forge: ForgeToken, env: Record<string, string> = {}) {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  let nonce = ''
  await using issuer = await listen(async (req, res) => {
    const answer = (body: object) =>
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (new URL(req.url ?? '', issuer.url).pathname) {
      case '/.well-known/openid-configuration':
        return answer({
          issuer: issuer.url,
          authorization_endpoint: `${issuer.url}/authorize`,
          token_endpoint: `${issuer.url}/token`,
          jwks_uri: `${issuer.url}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/jwks':
        return answer({
          keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }],
        })
      default: {
        const now = Math.floor(Date.now() / 1000)
        const claims = {
          iss: issuer.url,
          aud: 'client',
          sub: 'alice',
          iat: now,
          exp: now + 60,
          nonce,
          preferred_username: 'Alice',
        }
        return answer({
          access_token: 'x',
          token_type: 'Bearer',
          id_token: await forge(claims, own.privateKey, foreign.privateKey),
        })
      }
    }
  })
  await using service = await startTestApi({
    AUTH: 'required',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'client',
    OIDC_CLIENT_SECRET: 'secret'.repeat(8),
    ...env,
  })
  const browser = createBrowserSession()
  const begun = await browser.fetch(`${service.baseUrl}/auth/oidc`)
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  nonce = asked.get('nonce') ?? ''
  const answer = await browser.fetch(`${asked.get('redirect_uri')}?code=x&state=${asked.get('state')}`)
  expect(browser.cookies.has('__Host-session')).toBe(answer.status === 200)
  return [answer.status, JSON.parse(answer.body).user?.id]
}

/** A login up to and including the provider's consent, before its callback. */
async function agree(address = api.baseUrl): Promise<{ browser: BrowserSession; callback: string }> {
  const browser = createBrowserSession()
  const begun = await browser.fetch(`${address}/auth/discord`)
  const agreed = await browser.fetch(begun.headers.get('location') ?? '')
  return { browser, callback: agreed.headers.get('location') ?? '' }
}

async function expectRefused(browser: BrowserSession, callback: string): Promise<void> {
  const answer = await browser.fetch(callback)
  expect([
    answer.status,
    JSON.parse(answer.body).code,
    answer.setCookies.filter((line) => line.startsWith('__Host-session=')),
  ]).toEqual([403, 'forbidden', []])
  expect(browser.cookies.has('__Host-session')).toBe(false)
}

async function signIn(): Promise<string> {
  const browser = createBrowserSession()
  await browser.navigate(`${api.baseUrl}/auth/discord`)
  return `__Host-session=${browser.cookies.get('__Host-session')}`
}

function records() {
  return execute(api.databaseUrl, 'select * from timezones order by user_id')
}
