import * as oauth from 'openid-client'
import { z } from 'zod'
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
export function createOpenIdConnectProvider({
  issuer,
  clientId,
  clientSecret,
}: OpenIdConnectOptions): Provider {
  const name = new URL(issuer).hostname
  let discovered: Promise<oauth.Configuration> | undefined

  function discover(): Promise<oauth.Configuration> {
    discovered ??= discoverOnce().catch((error: unknown) => {
      discovered = undefined
      throw toLoginError(name, error)
    })
    return discovered
  }

  async function discoverOnce(): Promise<oauth.Configuration> {
    const configuration = await oauth.discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      [oauth.customFetch]: boundedFetch,
      execute: isPlain(issuer) ? [oauth.allowInsecureRequests] : [],
    })
    const server = configuration.serverMetadata()
    const client = new oauth.Configuration(
      server,
      clientId,
      undefined,
      clientAuthentication(server, clientSecret),
    )
    // Verify the ID token's signature even though it comes from the issuer over TLS.
    oauth.enableNonRepudiationChecks(client)
    return configureRequests(client, issuer)
  }

  return {
    id: 'oidc',
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
