import { cleanText } from '@timezone-registry/contract'
import * as oauth from 'openid-client'
import { z } from 'zod'
import { Unavailable } from '../../errors.ts'
import { withoutSlash } from '../identity.ts'
import {
  boundedFetch,
  configureRequests,
  IssuerMismatch,
  isPlain,
  PROVIDER_TIMEOUT_SECONDS,
  type Provider,
  toLoginError,
} from './provider.ts'

export type OpenIdConnectOptions = { issuer: string; clientId: string; clientSecret: string | undefined }

const SCOPE = 'openid profile'

// OpenID Connect Core 5.1; a claim that is not a string counts as missing.
const profileSchema = z.object({
  preferred_username: z.string().optional().catch(undefined),
  nickname: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
})

/**
 * Any OpenID Connect issuer. Discovery runs at the first login, so that the service starts even while the issuer is
 * down.
 */
export function createOpenIdConnectProvider(options: OpenIdConnectOptions): Provider {
  const name = new URL(options.issuer).hostname
  const discover = createDiscovery(options, name)

  return {
    id: 'oidc',
    issuer: withoutSlash(options.issuer),
    name,
    takesForeignCodes: false,
    authorizationUrl: async ({ redirectUri, state, codeVerifier, nonce }) =>
      oauth.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href,
    findUser: async (callbackUrl, checks) => {
      const configuration = await discover()
      try {
        if (checks === undefined) throw new Error('An OpenID Connect login needs its nonce')
        const tokens = await oauth.authorizationCodeGrant(configuration, callbackUrl, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('There is no ID token')
        const profile = profileSchema.parse(claims)
        const username =
          nameIn(profile) ?? nameIn(await findProfile(configuration, tokens.access_token, claims.sub))
        return { issuer: claims.iss, subject: claims.sub, username }
      } catch (error) {
        throw toLoginError(name, error)
      }
    },
  }
}

/** The issuer's own name. Rejects as a login does. */
export async function discoverIssuer(options: OpenIdConnectOptions): Promise<string> {
  const discover = createDiscovery(options, new URL(options.issuer).hostname)
  return (await discover()).serverMetadata().issuer
}

/** Discovers the issuer once; a failure is not remembered. */
function createDiscovery({ issuer, clientId, clientSecret }: OpenIdConnectOptions, name: string) {
  let discovered: Promise<oauth.Configuration> | undefined

  async function discoverOnce(): Promise<oauth.Configuration> {
    const found = await discoverAt(issuer, clientId)
    const server = found.serverMetadata()
    const authentication = clientAuthentication(server, clientSecret)
    const configuration = new oauth.Configuration(server, clientId, undefined, authentication)
    // Verify the ID token's signature even though it comes from the issuer over TLS.
    oauth.enableNonRepudiationChecks(configuration)
    return configureRequests(configuration, issuer)
  }

  return () => {
    discovered ??= discoverOnce().catch((error: unknown) => {
      discovered = undefined
      throw toLoginError(name, error)
    })
    return discovered
  }
}

/** Accepts an issuer whose address differs only by a slash at the end; throws `Unavailable` for any other. */
async function discoverAt(issuer: string, clientId: string): Promise<oauth.Configuration> {
  const discover = (url: string) =>
    oauth.discovery(new URL(url), clientId, undefined, undefined, {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      [oauth.customFetch]: boundedFetch,
      execute: isPlain(issuer) ? [oauth.allowInsecureRequests] : [],
    })
  try {
    return await discover(issuer)
  } catch (error) {
    const actual = otherIssuerIn(error)
    if (actual === undefined) throw error
    if (withoutSlash(actual) === withoutSlash(issuer)) return discover(actual)
    throw new Unavailable('Sign-in does not work at the moment. The operator must correct OIDC_ISSUER.', {
      retryAfterSeconds: 60,
      cause: new IssuerMismatch(issuer, actual),
    })
  }
}

function otherIssuerIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return undefined
  return (error.cause as { body?: { issuer?: string } } | undefined)?.body?.issuer
}

/** Many issuers return a person's name only from their user-info endpoint. */
async function findProfile(configuration: oauth.Configuration, accessToken: string, subject: string) {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return profileSchema.parse(await oauth.fetchUserInfo(configuration, accessToken, subject))
}

/** The first name of which something is left when it is cleaned. */
function nameIn({ preferred_username, nickname, name }: z.infer<typeof profileSchema>): string | undefined {
  return [preferred_username, nickname, name].find((text) => text !== undefined && cleanText(text) !== '')
}

/**
 * Clients are registered with `client_secret_basic` unless they ask for another method (OpenID Connect Discovery 3).
 */
function clientAuthentication(
  { token_endpoint_auth_methods_supported: supported }: oauth.ServerMetadata,
  secret: string | undefined,
): oauth.ClientAuth {
  if (secret === undefined) return oauth.None()
  const takesBasic = supported === undefined || supported.includes('client_secret_basic')
  return takesBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}
