import type { Config } from '@timezone-registry/config'
import { cleanText } from '@timezone-registry/contract'
import * as oauth from 'openid-client'
import { z } from 'zod'
import { Unavailable } from '../../errors.ts'
import {
  type Provider,
  ProviderMisconfigured,
  requestOptions,
  toLoginError,
  unverifiable,
} from './provider.ts'

type OpenIdConnectOptions = NonNullable<Config['login']['oidc']>

// What has changed at the issuer is noticed within this time, new keys within a minute.
const MAX_AGE_MS = 300_000

const VERIFIABLE = /^(?:[RPE]S(?:256|384|512)|EdDSA|Ed25519|ML-DSA-(?:44|65|87))$/

// OpenID Connect Core 5.1; a claim that is not a string counts as missing.
const profileSchema = z.object({
  preferred_username: z.string().optional().catch(undefined),
  nickname: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
})

/** Any OpenID Connect issuer. It is discovered at the first login, so that the service starts while it is down. */
export function createOpenIdConnectProvider(options: OpenIdConnectOptions): Provider {
  return {
    id: 'oidc',
    issuer: withoutSlash(options.issuer),
    name: new URL(options.issuer).hostname,
    scope: 'openid profile',
    isOpenId: true,
    configure: createDiscovery(options),
    findUser: async (configuration, tokens) => {
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('There is no ID token')
      const profile = profileSchema.parse(claims)
      const username =
        nameIn(profile) ?? nameIn(await findProfile(configuration, tokens.access_token, claims.sub))
      return { subject: claims.sub, username }
    },
  }
}

/** The issuer's own name. Rejects as a login does. */
export async function discoverIssuer(options: OpenIdConnectOptions): Promise<string> {
  return (await createDiscovery(options)()).serverMetadata().issuer
}

/** Discovers the issuer and its keys, again after five minutes. A failure is not remembered. */
function createDiscovery(options: OpenIdConnectOptions): () => Promise<oauth.Configuration> {
  let known: { configuration: Promise<oauth.Configuration>; at: number } | undefined
  return () => {
    if (known !== undefined && Date.now() - known.at < MAX_AGE_MS) return known.configuration
    const configuration = discover(options, options.issuer).catch((error: unknown) => {
      known = undefined
      throw toLoginError(new URL(options.issuer).hostname, error)
    })
    known = { configuration, at: Date.now() }
    return configuration
  }
}

/** Accepts an issuer whose address differs only by a slash at the end; throws `Unavailable` for any other. */
async function discover(options: OpenIdConnectOptions, url: string): Promise<oauth.Configuration> {
  const { issuer, clientId, clientSecret } = options
  const { execute, ...limits } = requestOptions(issuer)
  try {
    const discovered = await oauth.discovery(
      new URL(url),
      clientId,
      undefined,
      authenticateBy(clientSecret),
      {
        ...limits,
        // Verifies the ID token's signature even though it comes from the issuer over TLS.
        execute: [...execute, oauth.enableNonRepudiationChecks],
      },
    )
    const { id_token_signing_alg_values_supported: algorithms } = discovered.serverMetadata()
    if (algorithms === undefined || algorithms.some((algorithm) => VERIFIABLE.test(algorithm)))
      return discovered
    throw misconfigured(unverifiable(algorithms.join(', ')))
  } catch (error) {
    const actual = otherIssuerIn(error)
    if (actual === undefined || url !== issuer) throw error
    if (withoutSlash(actual) === withoutSlash(issuer)) return discover(options, actual)
    throw misconfigured(
      new ProviderMisconfigured(
        `OIDC_ISSUER is ${issuer}, but the issuer there is ${actual}`,
        'Set OIDC_ISSUER to the address by which the issuer names itself.',
      ),
    )
  }
}

/** With or without a slash at the end, it is the same issuer. */
function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '')
}

function misconfigured(cause: ProviderMisconfigured): Unavailable {
  const message = 'Sign-in does not work at the moment. The operator finds the reason in the log.'
  return new Unavailable(message, { retryAfterSeconds: 60, cause })
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

/** Clients are registered with `client_secret_basic` unless they ask for another method (Discovery 3). */
function authenticateBy(secret: string | undefined): oauth.ClientAuth {
  if (secret === undefined) return oauth.None()
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: supported } = server
    const takesBasic = supported === undefined || supported.includes('client_secret_basic')
    const authenticate = takesBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
    return authenticate(server, ...request)
  }
}
