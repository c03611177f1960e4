import { listen } from '@timezone-registry/test-servers/login-providers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import type { RawAnswer } from './raw-request.ts'
import type { TestApi } from './start-test-api.ts'

export type Claims = Record<string, string | number>
export type ForgeToken = (claims: Claims, own: CryptoKey, foreign: CryptoKey, kid: string) => Promise<string>

/** An OpenID Connect issuer that signs in whomever a test names, without asking. */
export type FakeIssuer = AsyncDisposable & {
  readonly url: string
  /** The claims of the next ID token, beside those that the protocol requires. */
  claims: Claims
  /** The issuer that it says it is. */
  issuer: string
  /** What its metadata says beside that, or instead. */
  metadata: Record<string, unknown>
  /** Replaces its signing key. */
  rotate(): Promise<void>
  /** What it answers instead of tokens: an OAuth error. */
  refusal: string | undefined
  /** What its user-info endpoint answers. */
  profile: Claims
  /** The settings of a service that uses it. */
  readonly env: Record<string, string>
  /** Starts a login and returns the address to which the issuer redirects the browser. */
  begin(api: Pick<TestApi, 'baseUrl'>, browser: BrowserSession, path?: string): Promise<string>
}

const CLIENT = { OIDC_CLIENT_ID: 'client', OIDC_CLIENT_SECRET: 'secret'.repeat(8) }

/** Starts the issuer at a path of a free loopback port. `forge` makes the ID tokens. */
export async function startFakeIssuer({
  path = '',
  forge = (claims, key, _foreign, kid) => signToken(claims, key, kid),
}: {
  path?: string
  forge?: ForgeToken
} = {}): Promise<FakeIssuer> {
  let kid = 'own'
  let own = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const nonces = new Map<string, string>()
  const { url: origin, ...disposal } = await listen(async (req, res) => {
    const answer = (body: object, status = 200) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = (await req.toArray()).join('')
    switch (new URL(req.url ?? '', origin).pathname.replace('//', '/')) {
      case `${path}/.well-known/openid-configuration`:
        return answer({
          issuer: issuer.issuer,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          userinfo_endpoint: `${origin}/profile`,
          jwks_uri: `${origin}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
          ...issuer.metadata,
        })
      case '/jwks':
        return answer({
          keys: [{ ...(await exportJWK(own.publicKey)), kid, alg: 'RS256', use: 'sig' }],
        })
      case '/profile':
        return answer({ sub: String(issuer.claims.sub), ...issuer.profile })
      case '/token': {
        if (issuer.refusal !== undefined) return answer({ error: issuer.refusal }, 400)
        const now = Math.floor(Date.now() / 1000)
        const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '') ?? ''
        const claims = {
          iss: issuer.issuer,
          aud: CLIENT.OIDC_CLIENT_ID,
          iat: now,
          exp: now + 60,
          nonce,
          ...issuer.claims,
        }
        return answer({
          access_token: 'x',
          token_type: 'Bearer',
          id_token: await forge(claims, own.privateKey, foreign.privateKey, kid),
        })
      }
      default:
        return answer({}, 404)
    }
  })
  const url = origin + path
  const issuer: FakeIssuer = {
    url,
    ...disposal,
    claims: { sub: 'alice', preferred_username: 'Alice' },
    issuer: url,
    metadata: {},
    rotate: async () => {
      own = await generateKeyPair('RS256')
      kid = crypto.randomUUID()
    },
    refusal: undefined,
    profile: {},
    env: { ...CLIENT, OIDC_ISSUER: url },
    begin: async ({ baseUrl }, browser, path = '/auth/oidc') => {
      const begun = await browser.fetch(baseUrl + path)
      const asked = new URL(begun.headers.get('location') ?? '').searchParams
      const code = crypto.randomUUID()
      nonces.set(code, asked.get('nonce') ?? '')
      return `${asked.get('redirect_uri')}?code=${code}&state=${asked.get('state')}`
    },
  }
  return issuer
}

/** Signs the claims as the issuer does. */
export function signToken(claims: Claims, key: CryptoKey, kid = 'own'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
}

/** A whole login of the person with this id at the issuer. */
export async function signInAt(
  issuer: FakeIssuer,
  api: Pick<TestApi, 'baseUrl'>,
  claims: Claims,
): Promise<{ browser: BrowserSession; answer: RawAnswer }> {
  const browser = createBrowserSession()
  issuer.claims = claims
  const answer = await browser.fetch(await issuer.begin(api, browser))
  return { browser, answer }
}
