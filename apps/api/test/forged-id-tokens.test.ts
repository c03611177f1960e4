import { UnsecuredJWT } from 'jose'
import { describe, expect } from 'vitest'
import { type Claims, type ForgeToken, signToken as sign, signInAt, startFakeIssuer } from './fake-issuer.ts'
import { test } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

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
