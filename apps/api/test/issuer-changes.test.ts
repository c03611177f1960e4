import { generateKeyPair, SignJWT } from 'jose'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { type FakeIssuer, type ForgeToken, signInAt, startFakeIssuer } from './fake-issuer.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

type Line = Record<string, unknown>

/** A service that signs people in at an issuer, and its log. */
async function startAt(issuer: FakeIssuer): Promise<TestApi & { lines: Line[] }> {
  const lines: Line[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  return Object.assign(await startTestApi({ AUTH: 'required', ...issuer.env }, logger), { lines })
}

const byAnother: ForgeToken = async (claims) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS384' }).sign((await generateKeyPair('RS384')).privateKey)
const byHmac: ForgeToken = (claims) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('secret'.repeat(8)))

test('an issuer that changes its addresses and its keys is followed without a restart', async () => {
  await using issuer = await startFakeIssuer()
  await using api = await startAt(issuer)
  const now = Date.now
  let passed = 0
  using _clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + passed)
  const signIn = async () => (await signInAt(issuer, api, { sub: 'alice' })).answer.status
  const isSentTo = async () =>
    (await createBrowserSession().fetch(`${api.baseUrl}/auth/oidc`)).headers.get('location')

  expect(await signIn()).toBe(200)
  passed = 20_000
  await issuer.rotate()
  expect(await signIn()).toBe(401)
  expect(await signIn()).toBe(200)

  issuer.metadata = { authorization_endpoint: 'https://new.example/authorize' }
  expect(await isSentTo()).toMatch(issuer.url)
  passed += 300_000
  expect(await isSentTo()).toMatch(/^https:\/\/new\.example\//)
})

test.for<[string, string[], string]>([
  ['before anybody is sent there, if its metadata names no other', ['HS256'], '/auth/oidc'],
  ['at the first login otherwise', ['RS256', 'HS256'], '/auth/oidc/callback'],
  ['although its metadata does not name it', ['RS256'], '/auth/oidc/callback'],
])('the log names HS256 and the remedy %s', async ([, algorithms, path]) => {
  await using issuer = await startFakeIssuer({ forge: byHmac })
  await using api = await startAt(issuer)
  issuer.metadata = { id_token_signing_alg_values_supported: algorithms }
  const browser = createBrowserSession()
  const isEarly = path === '/auth/oidc'
  const url = isEarly ? api.baseUrl + path : await issuer.begin(api, browser)
  expect((await browser.fetch(url)).status).toBe(isEarly ? 503 : 401)
  expect(api.lines.filter(({ msg }) => msg === 'Login failed')).toMatchObject([
    {
      level: 50,
      err: { message: expect.stringMatching(/signs ID tokens with HS256, which/) },
      remedy: expect.stringMatching(/RS256.*Signing Key/),
    },
  ])
})

test('the log names an algorithm that can be verified, but that the metadata does not name', async () => {
  await using issuer = await startFakeIssuer({ forge: byAnother })
  await using api = await startAt(issuer)
  const browser = createBrowserSession()
  expect((await browser.fetch(await issuer.begin(api, browser))).status).toBe(401)
  const [failure] = api.lines.filter(({ msg }) => msg === 'Login failed')
  expect(failure).toMatchObject({
    err: { message: expect.stringMatching(/signs ID tokens with RS384, but its metadata names RS256/) },
  })
})
