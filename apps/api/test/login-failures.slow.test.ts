import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { diagnose, find, nowhere } from './diagnose.ts'
import { signInAt, startFakeIssuer } from './fake-issuer.ts'
import { agree, resetDiscord, SESSION_COOKIE, test as withDiscord } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

type Line = Record<string, unknown>

/** A service whose log lines about logins are kept. */
async function startLogged(env: Record<string, string>) {
  const lines: Line[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const api = await startTestApi({ AUTH: 'required', ...env }, pino({ level: 'warn' }, { write }))
  return { api, failures: () => lines.filter(({ msg }) => msg === 'Login failed') }
}

describe('an issuer', () => {
  test.for([
    ['with a slash that is not configured', '/realms/one', '/realms/one/'],
    ['without a slash that is configured', '/realms/one/', '/realms/one'],
  ])('%s is the same issuer', async ([, configured, actual]) => {
    await using issuer = await startFakeIssuer({ path: '/realms/one' })
    const origin = new URL(issuer.url).origin
    issuer.issuer = origin + actual
    await using api = await startTestApi({
      AUTH: 'required',
      ...issuer.env,
      OIDC_ISSUER: origin + configured,
    })
    expect((await signInAt(issuer, api, { sub: 'alice' })).answer.status).toBe(200)
  })

  test('of another name is 503 for the person, and an error line with both', async () => {
    await using issuer = await startFakeIssuer()
    issuer.issuer = 'https://other.example'
    const { api, failures } = await startLogged(issuer.env)
    await using _api = api
    const answer = await createBrowserSession().fetch(`${api.baseUrl}/auth/oidc`)
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, 'unavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(failures()).toMatchObject([
      {
        level: 50,
        provider: 'oidc',
        err: {
          message: expect.stringContaining(
            `OIDC_ISSUER is ${issuer.url}, but the issuer there is https://other.example`,
          ),
        },
      },
    ])
  })
})

test('registry doctor finds an issuer of another name, one that signs with HMAC, and one that does not answer', async () => {
  await using issuer = await startFakeIssuer()
  const finding = async (env: Record<string, string>) =>
    find((await diagnose({ DATA_DIR: nowhere(), ...env })).findings, 'login issuer')
  expect(await finding(issuer.env)).toMatchObject({ status: 'ok' })
  expect(await finding({})).toBe(undefined)
  issuer.issuer = 'https://other.example'
  expect(await finding(issuer.env)).toMatchObject({
    status: 'problem',
    message: `OIDC_ISSUER is ${issuer.url}, but the issuer there is https://other.example.`,
  })
  issuer.issuer = issuer.url
  issuer.metadata = { id_token_signing_alg_values_supported: ['HS256'] }
  expect(await finding(issuer.env)).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('HS256'),
    advice: expect.stringContaining('Signing Key'),
  })
  expect(await finding({ ...issuer.env, OIDC_ISSUER: `${issuer.url}/elsewhere` })).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('404'),
  })
})

test('a login that fails has its reason in the log, a navigation too', async () => {
  await using issuer = await startFakeIssuer()
  const { api, failures } = await startLogged(issuer.env)
  await using _api = api
  const navigation = { 'sec-fetch-mode': 'navigate' }
  const browser = createBrowserSession()

  issuer.refusal = 'invalid_client'
  const refused = await browser.fetch(await issuer.begin(api, browser), { headers: navigation })
  expect(refused.headers.get('location')).toBe('/?login_error=failed')
  expect(JSON.stringify(failures().at(-1))).toContain('invalid_client')

  issuer.refusal = undefined
  const callback = new URL(await issuer.begin(api, browser, '/auth/oidc?redirect=/livez'))
  callback.searchParams.set('error', 'invalid_scope')
  const wrong = await browser.fetch(callback.href, { headers: navigation })
  expect(wrong.headers.get('location')).toBe('/?login_error=failed')
  expect(JSON.stringify(failures().at(-1))).toContain('invalid_scope')

  expect((await browser.fetch(`${api.baseUrl}/auth/oidc/callback?code=x&state=x`)).status).toBe(403)
  expect(failures().at(-1)).toMatchObject({
    provider: 'oidc',
    err: { message: expect.stringContaining('not started') },
  })
  expect(failures()).toHaveLength(3)
})

describe('logins at once in one browser', () => {
  withDiscord.beforeEach(({ discord }) => resetDiscord(discord))

  withDiscord('all succeed, in any order', async ({ api }) => {
    const browser = createBrowserSession()
    const callbacks: string[] = []
    for (let login = 0; login < 3; login++) callbacks.push((await agree(api.baseUrl, { browser })).callback)
    for (const callback of callbacks.toReversed()) {
      browser.cookies.delete(SESSION_COOKIE)
      expect((await browser.fetch(callback)).status).toBe(200)
      expect(browser.cookies.has(SESSION_COOKIE)).toBe(true)
    }
    expect([...browser.cookies.keys()]).toEqual([SESSION_COOKIE])
  })

  withDiscord('are a few at most: the oldest is given up', async ({ api }) => {
    const { browser, callback } = await agree(api.baseUrl)
    const logins = () => [...browser.cookies.keys()].filter((name) => name.startsWith('__Host-login-'))
    for (let login = 0; login < 5; login++) await browser.fetch(`${api.baseUrl}/auth/discord`)
    expect(logins()).toHaveLength(3)
    expect((await browser.fetch(callback)).status).toBe(403)
    // Long paths to return to must not make the browser's requests larger than the service accepts.
    const path = `${api.baseUrl}/auth/discord?redirect=/${'x'.repeat(990)}`
    for (let login = 0; login < 3; login++) expect((await browser.fetch(path)).status).toBe(302)
    expect(logins()).toHaveLength(2)
    expect((await browser.fetch(`${api.baseUrl}/livez`)).status).toBe(200)
  })
})
