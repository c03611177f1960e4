import type { Config } from '@timezone-registry/config'
import * as oauth from 'openid-client'
import { z } from 'zod'
import { type Provider, requestOptions } from './provider.ts'

type DiscordOptions = NonNullable<Config['login']['discord']>

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
  const configuration = configure(options)
  return {
    id: 'discord',
    issuer: DISCORD_ISSUER,
    name: 'Discord',
    scope: 'identify',
    isOpenId: false,
    configure: async () => configuration,
    findUser: async (configuration, { access_token }) => {
      const url = new URL(options.userUrl)
      const response = await oauth.fetchProtectedResource(configuration, access_token, url, 'GET')
      if (!response.ok)
        throw new Error(`The user endpoint responded with ${response.status}`, { cause: response })
      const { id, ...user } = userSchema.parse(await response.json())
      return { subject: id, ...user }
    },
  }
}

function configure({ clientId, clientSecret, authorizeUrl, tokenUrl, userUrl }: DiscordOptions) {
  const server = { issuer: DISCORD_ISSUER, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl }
  const authentication = oauth.ClientSecretPost(clientSecret)
  const configuration = new oauth.Configuration(server, clientId, clientSecret, authentication)
  const { execute, ...limits } = requestOptions(authorizeUrl, tokenUrl, userUrl)
  for (const extend of execute) extend(configuration)
  return Object.assign(configuration, limits)
}
