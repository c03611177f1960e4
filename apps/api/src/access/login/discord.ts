import * as oauth from 'openid-client'
import { z } from 'zod'
import { configureRequests, isPlain, type Provider, toLoginError } from './provider.ts'

export type DiscordOptions = {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
}

/** Discord's people belong to this issuer. */
export const DISCORD_ISSUER = 'https://discord.com'

// https://discord.com/developers/docs/resources/user#user-object
const userSchema = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  avatar: z.string().optional().catch(undefined),
  discriminator: z.string().optional().catch(undefined),
})

/** Discord, through OAuth 2; its user endpoint identifies the person. */
export function createDiscordProvider(options: DiscordOptions): Provider {
  const name = 'Discord'
  const configuration = configure(options)

  return {
    id: 'discord',
    issuer: DISCORD_ISSUER,
    name,
    takesForeignCodes: true,
    authorizationUrl: async ({ redirectUri, state, codeVerifier }) =>
      oauth.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'identify',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href,
    findUser: async (callbackUrl, checks) => {
      try {
        const grantChecks: oauth.AuthorizationCodeGrantChecks =
          checks === undefined
            ? { expectedState: oauth.skipStateCheck }
            : { expectedState: checks.state, pkceCodeVerifier: checks.codeVerifier }
        const tokens = await oauth.authorizationCodeGrant(configuration, callbackUrl, grantChecks)
        const url = new URL(options.userUrl)
        const response = await oauth.fetchProtectedResource(configuration, tokens.access_token, url, 'GET')
        if (!response.ok)
          throw new Error(`The user endpoint responded with ${response.status}`, { cause: response })
        const { id, ...user } = userSchema.parse(await response.json())
        return { issuer: DISCORD_ISSUER, subject: id, ...user }
      } catch (error) {
        throw toLoginError(name, error)
      }
    },
  }
}

function configure(options: DiscordOptions): oauth.Configuration {
  const { clientId, clientSecret, authorizeUrl, tokenUrl, userUrl } = options
  const server = { issuer: DISCORD_ISSUER, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl }
  return configureRequests(
    new oauth.Configuration(server, clientId, clientSecret, oauth.ClientSecretPost(clientSecret)),
    [authorizeUrl, tokenUrl, userUrl].find(isPlain) ?? tokenUrl,
  )
}
