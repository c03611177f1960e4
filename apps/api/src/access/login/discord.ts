import * as oauth from 'openid-client'
import { z } from 'zod'
import { configureRequests, isPlain, type Provider, ProviderAnswerError, toLoginError } from './provider.ts'

export type DiscordOptions = {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
}

const ISSUER = 'https://discord.com'

// https://discord.com/developers/docs/resources/user#user-object
const userSchema = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  avatar: z.string().optional().catch(undefined),
  discriminator: z.string().optional().catch(undefined),
})

/** Discord, through OAuth 2; its user endpoint identifies the person. */
export function createDiscordProvider(options: DiscordOptions): Provider {
  const { clientId, clientSecret, authorizeUrl, tokenUrl, userUrl } = options
  const name = 'Discord'
  const configuration = configureRequests(
    new oauth.Configuration(
      { issuer: ISSUER, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl },
      clientId,
      clientSecret,
      oauth.ClientSecretPost(clientSecret),
    ),
    [authorizeUrl, tokenUrl, userUrl].find(isPlain) ?? tokenUrl,
  )

  return {
    id: 'discord',
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
        const tokens = await oauth.authorizationCodeGrant(
          configuration,
          callbackUrl,
          checks === undefined
            ? { expectedState: oauth.skipStateCheck }
            : { expectedState: checks.state, pkceCodeVerifier: checks.codeVerifier },
        )
        const answer = await oauth.fetchProtectedResource(
          configuration,
          tokens.access_token,
          new URL(userUrl),
          'GET',
        )
        if (!answer.ok) throw new ProviderAnswerError('The user endpoint', answer)
        const { id, ...user } = userSchema.parse(await answer.json())
        return { issuer: ISSUER, subject: id, ...user }
      } catch (error) {
        throw toLoginError(name, error)
      }
    },
  }
}
