import { listen } from '@timezone-registry/test-servers/login-providers'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { test } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

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
    ['a subject that is not a user id', (claims, own) => sign({ ...claims, sub: 'a\u0000b' }, own)],
  ])('%s', async ([, forge]) => {
    expect(await signInWith(forge)).toEqual([401, undefined])
  })

  test('a genuine one is accepted', async () => {
    expect(await signInWith(sign)).toEqual([200, 'alice'])
  })

  test('if Discord is configured, too, an issuer cannot claim a Discord user’s id', async ({ discord }) => {
    const asDiscords = (claims: Claims, own: CryptoKey) => sign({ ...claims, sub: '80351110224678912' }, own)
    expect(await signInWith(asDiscords, discord.env)).toEqual([200, 'oidc:80351110224678912'])
  })
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
