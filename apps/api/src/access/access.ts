import type { Config } from '@timezone-registry/config'
import type { Database } from '@timezone-registry/db'
import { apiKeys, deployment } from '@timezone-registry/db/access-tables'
import type { Logger } from '../logger.ts'
import { startPruner } from '../pruner.ts'
import { createApiKeyStore } from './api-keys/api-key-store.ts'
import { createApiKeys } from './api-keys/api-keys.ts'
import { createAudit, createAuditLog } from './audit.ts'
import { createAuthenticate } from './authenticate.ts'
import { createCookies, createLoginCookie, LOGIN_SECONDS } from './cookies.ts'
import { type AttemptToAuthenticate, createIsAdmin, type Scope } from './identity.ts'
import { createDiscordProvider, DISCORD_ISSUER } from './login/discord.ts'
import { createLogin } from './login/login.ts'
import { createOpenIdConnectProvider } from './login/openid-connect.ts'
import { openUserIds, toUserId } from './login/user-ids.ts'
import { createSecret, deriveKey, hashOf } from './secrets.ts'
import { createSessionStore } from './sessions/session-store.ts'
import { createSessions } from './sessions/sessions.ts'
import { startStreamRights } from './stream-rights.ts'
import { createUseOnce } from './use-once-store.ts'

type AccessOptions = {
  database: Database
  config: Config
  logger: Logger
  attemptToAuthenticate: AttemptToAuthenticate
}

/** Loads or creates the deployment's secret, and saves the first API key. Deletes expired sessions until it is disposed. */
export async function openAccess(options: AccessOptions) {
  const { database, config, logger, attemptToAuthenticate } = options
  const { auth: writes, http: origins } = config
  const secret = await loadDeploymentSecret(database)
  const { login, discordUserId, isAdmin } = await openLogin(options, deriveKey(secret, 'login cookie'))
  const cookies = createCookies(origins, config.sessions)
  const apiKeyStore = createApiKeyStore(database)
  await saveInitialApiKey(options)
  const keys = createApiKeys(apiKeyStore)
  const store = createSessionStore(database, config.sessions)
  const sessions = createSessions({ store, cookies, ...config.sessions })
  const opened = new DisposableStack()
  opened.use(startPruner('expired sessions', logger, store.removeExpired))
  const streamRights = opened.use(startStreamRights())
  const checked = { cookies, keys, sessions, attemptToAuthenticate, streamRights, isAdmin }
  return {
    sessions,
    apiKeys: keys,
    apiKeyStore,
    login,
    /** The user id of a person at Discord. Only if Discord’s commands or its login are configured. */
    discordUserId,
    isAdmin,
    cookies,
    authenticate: createAuthenticate({ ...config, writes, origins, ...checked }),
    audit: createAudit({ ...options, enabled: config.log.audit }),
    [Symbol.dispose]: () => opened.dispose(),
  }
}

/** Saves the key of the configuration, unless there has ever been one. */
async function saveInitialApiKey({ database: { drizzle }, config, logger }: AccessOptions): Promise<void> {
  if (config.initialApiKey === undefined) return
  const key = { name: 'initial', scopes: ['records:read', 'records:write'] satisfies Scope[] }
  const { id } = apiKeys
  const [known] = await drizzle.select({ id }).from(apiKeys).limit(1)
  const save = drizzle.insert(apiKeys).values({ ...key, keyHash: hashOf(config.initialApiKey) })
  // If several instances start together, the first insert wins.
  const [saved] = known ? [] : await save.onConflictDoNothing().returning({ id })
  if (saved === undefined)
    return logger.info('INITIAL_API_KEY is ignored: there has already been an API key. Remove the setting')
  const caller = { kind: 'operator', id: 'INITIAL_API_KEY' }
  const write = createAuditLog({ logger, enabled: config.log.audit })
  write({ caller, action: 'key_create', ...key, outcome: 'created', key_id: saved.id })
}

async function openLogin({ database, config, logger }: AccessOptions, key: Uint8Array) {
  const { discord, oidc } = config.login
  const providers = [
    ...(discord === undefined ? [] : [createDiscordProvider(discord)]),
    ...(oidc === undefined ? [] : [createOpenIdConnectProvider(oidc)]),
  ]
  const hasCommandsOnly = config.discord !== undefined && discord === undefined
  const issuers = hasCommandsOnly ? [{ id: 'discord', issuer: DISCORD_ISSUER }, ...providers] : providers
  const { findUserId, rules, prefixed } = await openUserIds(database, issuers)
  for (const { issuer, prefix } of prefixed)
    logger.warn(
      { issuer, prefix },
      'User ids of this login provider begin with the prefix: others may own those without',
    )
  const finish = createUseOnce(database, { kind: 'login', seconds: LOGIN_SECONDS })
  const loginCookie = createLoginCookie({ key, finish })
  return {
    login: createLogin({ providers, findUserId, loginCookie, origins: config.http }),
    isAdmin: createIsAdmin(config.admins, providers),
    // No other provider's rule, now or later, concerns ids that are digits alone.
    discordUserId: (subject: string) => toUserId(rules, { issuer: DISCORD_ISSUER, subject }),
  }
}

/** The secret that all instances of this deployment share, only through the database: 256 random bits in base64url. */
export async function loadDeploymentSecret({ drizzle }: Database): Promise<string> {
  // If several instances start together, the first insert wins.
  await drizzle.insert(deployment).values({ secret: createSecret() }).onConflictDoNothing()
  const [stored] = await drizzle.select({ secret: deployment.secret }).from(deployment).limit(1)
  if (stored === undefined) throw new Error('The deployment secret could not be stored')
  return stored.secret
}
