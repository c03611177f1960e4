import { z } from 'zod'
import {
  contactUrl,
  credential,
  discordId,
  ed25519Key,
  integer,
  issuerUrl,
  oneOf,
  personList,
  providerUrl,
} from './variable-types.ts'

const YEAR_SECONDS = 31_536_000

export const accessVariables = z.object({
  AUTH: oneOf(['open', 'required'])
    .optional()
    .describe(
      'open: anyone may write any record. required: writes need a session or an API key. The default is open on a loopback address, and required on any other.',
    ),
  READS: oneOf(['public', 'required'])
    .default('public')
    .describe('public: anyone may read. required: reads need a session or an API key, too.'),
  OAUTH_DISCORD_CLIENT_ID: credential()
    .optional()
    .describe(
      'Login through Discord. The redirect URL of your application is PUBLIC_URL plus /auth/discord/callback.',
    ),
  OAUTH_DISCORD_CLIENT_SECRET: credential().optional().describe('The secret of the same application.'),
  OAUTH_DISCORD_AUTHORIZE_URL: providerUrl()
    .default('https://discord.com/oauth2/authorize')
    .describe('Discord’s address for the login page; change it for a test server.'),
  OAUTH_DISCORD_TOKEN_URL: providerUrl()
    .default('https://discord.com/api/oauth2/token')
    .describe('Discord’s address for tokens.'),
  OAUTH_DISCORD_USER_URL: providerUrl()
    .default('https://discord.com/api/users/@me')
    .describe('Discord’s address for the signed-in user.'),
  DISCORD_APPLICATION_ID: discordId()
    .optional()
    .describe(
      'Slash commands in Discord, with DISCORD_PUBLIC_KEY. The interactions endpoint URL of your application is PUBLIC_URL plus /discord/interactions.',
    ),
  DISCORD_PUBLIC_KEY: ed25519Key().optional().describe('The public key of the same application.'),
  OIDC_ISSUER: issuerUrl()
    .optional()
    .describe(
      'Login through an OpenID Connect issuer. The redirect URL is PUBLIC_URL plus /auth/oidc/callback.',
    ),
  OIDC_CLIENT_ID: credential().optional().describe('The client’s id at the issuer.'),
  OIDC_CLIENT_SECRET: credential().optional().describe('The client’s secret; absent for a public client.'),
  SESSION_TTL_SECONDS: integer({ min: 1, max: YEAR_SECONDS })
    .default(604_800)
    .describe('The maximum age of a session.'),
  SESSION_IDLE_SECONDS: integer({ min: 1, max: YEAR_SECONDS })
    .default(259_200)
    .describe('How long a session may be idle.'),
  ADMINS: personList()
    .optional()
    .describe(
      'People who may manage the API keys and all records on the page, such as discord:80351110224678912, oidc:alice.',
    ),
  INITIAL_API_KEY: z
    .string()
    .regex(/^tzr_[0-9a-f]{64}$/, 'must be tzr_ and 64 hexadecimal digits, such as openssl rand -hex 32 makes')
    .optional()
    .describe(
      'The first API key, tzr_ and 64 hexadecimal digits, which may read and write public and unlisted records. It is ignored once there has been any key.',
    ),
  PRIVACY_CONTACT: contactUrl()
    .optional()
    .describe(
      'Where people can reach you about their data: https://… or mailto:…, shown on the privacy page.',
    ),
})

type AccessValues = z.infer<typeof accessVariables>

/** The login providers; each is undefined unless it is configured. */
export function loginSettings(values: AccessValues) {
  return { discord: discordSettings(values), oidc: oidcSettings(values) }
}

export function sessionSettings(values: AccessValues) {
  return {
    ttlSeconds: values.SESSION_TTL_SECONDS,
    /** How long a session may be idle; never more than its maximum age. */
    idleSeconds: Math.min(values.SESSION_IDLE_SECONDS, values.SESSION_TTL_SECONDS),
  }
}

function discordSettings(values: AccessValues) {
  const { OAUTH_DISCORD_CLIENT_ID: clientId, OAUTH_DISCORD_CLIENT_SECRET: clientSecret } = values
  if (clientId === undefined || clientSecret === undefined) return undefined
  return {
    clientId,
    clientSecret,
    authorizeUrl: values.OAUTH_DISCORD_AUTHORIZE_URL,
    tokenUrl: values.OAUTH_DISCORD_TOKEN_URL,
    userUrl: values.OAUTH_DISCORD_USER_URL,
  }
}

/** Discord’s commands; undefined unless they are configured. */
export function discordAppSettings(values: AccessValues) {
  const { DISCORD_APPLICATION_ID: applicationId, DISCORD_PUBLIC_KEY: publicKey } = values
  if (applicationId === undefined || publicKey === undefined) return undefined
  return { applicationId, /** 32 bytes in hexadecimal. */ publicKey }
}

function oidcSettings({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET }: AccessValues) {
  if (issuer === undefined || clientId === undefined) return undefined
  return {
    issuer,
    clientId,
    /** Absent: a public client, protected by PKCE alone. */
    clientSecret: OIDC_CLIENT_SECRET,
  }
}

// The first variable requires the second.
const REQUIRED_TOGETHER = [
  ['OAUTH_DISCORD_CLIENT_ID', 'OAUTH_DISCORD_CLIENT_SECRET'],
  ['OAUTH_DISCORD_CLIENT_SECRET', 'OAUTH_DISCORD_CLIENT_ID'],
  ['DISCORD_APPLICATION_ID', 'DISCORD_PUBLIC_KEY'],
  ['DISCORD_PUBLIC_KEY', 'DISCORD_APPLICATION_ID'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
] as const

/** The problems of login providers, and of Discord’s commands, that are configured only in part. */
export function loginProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  return REQUIRED_TOGETHER.filter(
    ([present, needed]) => given[present] !== undefined && given[needed] === undefined,
  ).map(([present, needed]) => `${needed} is missing: ${present} requires it`)
}
