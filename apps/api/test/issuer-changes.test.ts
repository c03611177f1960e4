import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { describe, expect, vi } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import {
  type Claims,
  type FakeIssuer,
  type ForgeToken,
  signToken as sign,
  signInAt,
  startFakeIssuer,
} from './fake-issuer.ts'
import { test } from './login-setup.ts'
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
  passed = 61_000
  await issuer.rotate()
  expect(await signIn()).toBe(200)

  issuer.metadata = { authorization_endpoint: 'https://new.example/authorize' }
  expect(await isSentTo()).toMatch(issuer.url)
  passed += 300_000
  expect(await isSentTo()).toMatch(/^https:\/\/new\.example\//)
})

test('an issuer that names only HS256 is refused before anybody is sent there, with the remedy in the log', async () => {
  await using issuer = await startFakeIssuer()
  await using api = await startAt(issuer)
  issuer.metadata = { id_token_signing_alg_values_supported: ['HS256'] }
  expect((await createBrowserSession().fetch(`${api.baseUrl}/auth/oidc`)).status).toBe(503)
  expect(failuresOf(api)).toMatchObject([
    {
      level: 50,
      err: { message: expect.stringMatching(/signs ID tokens with HS256, which/) },
      remedy: expect.stringMatching(/RS256.*Signing Key/),
    },
  ])
})

test.for<[string, string[], ForgeToken]>([
  ['HS256', ['RS256'], byHmac],
  ['HS256', ['RS256', 'HS256'], byHmac],
  ['RS384', ['RS256'], byAnother],
])(
  'a token that is signed with %s, where the metadata name %s, is refused, with the remedy in the log',
  async ([algorithm, id_token_signing_alg_values_supported, forge]) => {
    await using issuer = await startFakeIssuer({ forge })
    issuer.metadata = { id_token_signing_alg_values_supported }
    await using api = await startAt(issuer)
    const browser = createBrowserSession()
    expect((await browser.fetch(await issuer.begin(api, browser))).status).toBe(401)
    expect(failuresOf(api)).toMatchObject([
      {
        level: 50,
        err: { message: expect.stringContaining(`signs ID tokens with ${algorithm}, which`) },
        remedy: expect.stringMatching(/RS256.*Signing Key/),
      },
    ])
  },
)

function failuresOf({ lines }: { lines: Line[] }): Line[] {
  return lines.filter(({ msg }) => msg === 'Login failed')
}

describe('a forged OpenID Connect ID token is refused:', () => {
  test.for<[string, ForgeToken]>([
    ['alg none', async (claims) => new UnsecuredJWT(claims).encode()],
    ['a foreign key', async (claims, _own, foreign) => sign(claims, foreign)],
    ['another nonce', (claims, own) => sign({ ...claims, nonce: 'other' }, own)],
    ['no nonce', ({ nonce: _nonce, ...claims }, own) => sign(claims, own)],
    ['another audience', (claims, own) => sign({ ...claims, aud: 'other' }, own)],
    ['another issuer', (claims, own) => sign({ ...claims, iss: 'https://other.example' }, own)],
    ['expired', (claims, own) => sign({ ...claims, exp: 1 }, own)],
    ['a subject that is not a user id', (claims, own) => sign({ ...claims, sub: 'a\u0000b' }, own)],
  ])('%s', async ([, forge]) => {
    expect(await signInWith(forge)).toEqual([401, undefined])
  })

  test('a genuine one is accepted', async () => {
    expect(await signInWith((claims, own) => sign(claims, own))).toEqual([200, 'alice'])
  })

  test('if Discord is configured, too, an issuer cannot claim a Discord user’s id', async ({ discord }) => {
    const asDiscords = (claims: Claims, own: CryptoKey) => sign({ ...claims, sub: '80351110224678912' }, own)
    expect(await signInWith(asDiscords, discord.env)).toEqual([200, 'oidc:80351110224678912'])
  })
})

/** Logs in at an issuer that returns the forged token. Resolves to the status, and the user id on success. */
async function signInWith(forge: ForgeToken, env: Record<string, string> = {}) {
  await using issuer = await startFakeIssuer({ forge })
  await using service = await startTestApi({ AUTH: 'required', ...issuer.env, ...env })
  const { browser, answer } = await signInAt(issuer, service, { sub: 'alice', preferred_username: 'Alice' })
  expect(browser.cookies.has('__Host-session')).toBe(answer.status === 200)
  return [answer.status, JSON.parse(answer.body).user?.id]
}
