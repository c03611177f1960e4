import * as oauth from 'openid-client'
import { z } from 'zod'
import { withoutSlash } from '../identity.ts'
import {
  boundedFetch,
  configureRequests,
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

/** Discovers the issuer once; a failure is not remembered. */
function createDiscovery({ issuer, clientId, clientSecret }: OpenIdConnectOptions, name: string) {
  let discovered: Promise<oauth.Configuration> | undefined

  async function discoverOnce(): Promise<oauth.Configuration> {
    const found = await oauth.discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      [oauth.customFetch]: boundedFetch,
      execute: isPlain(issuer) ? [oauth.allowInsecureRequests] : [],
    })
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

/** Many issuers return a person's name only from their user-info endpoint. */
async function findProfile(configuration: oauth.Configuration, accessToken: string, subject: string) {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return profileSchema.parse(await oauth.fetchUserInfo(configuration, accessToken, subject))
}

function nameIn({ preferred_username, nickname, name }: z.infer<typeof profileSchema>): string | undefined {
  return preferred_username ?? nickname ?? name
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
