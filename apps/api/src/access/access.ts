import type { Config } from '@timezone-registry/config'
import type { Database } from '@timezone-registry/db'
import type { Logger } from '../logger.ts'
import type { RedisPool } from '../redis/redis-pool.ts'
import { type ApiKeyStore, createApiKeyStore } from './api-keys/api-key-store.ts'
import { type ApiKeys, createApiKeys } from './api-keys/api-keys.ts'
import { type Audit, createAudit } from './audit.ts'
import { type Authenticate, createAuthenticate } from './authenticate.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { loadDeploymentSecret } from './deployment-store.ts'
import type { FailedAttempts } from './identity.ts'
import { createDiscordProvider } from './login/discord.ts'
import { createLogin, type Login } from './login/login.ts'
import { createLoginCookie } from './login/login-cookie.ts'
import { createOpenIdConnectProvider } from './login/openid-connect.ts'
import type { Provider } from './login/provider.ts'
import { openUserIds, type UserIds } from './login/user-ids.ts'
import { deriveKey } from './secrets.ts'
import { createSessionCache } from './sessions/session-cache.ts'
import { startSessionPruner } from './sessions/session-pruner.ts'
import { createSessionStore, type SessionStore } from './sessions/session-store.ts'
import {
  createFindPresentedSessions,
  createSessions,
  type FindPresentedSessions,
  type Sessions,
  sessionCacheMilliseconds,
} from './sessions/sessions.ts'
import { startStreamRights } from './stream-rights.ts'
import { createStreamRightsStore } from './stream-rights-store.ts'

/** Authentication and authorization: sessions for people, API keys for programs, and the audit log of both. */
export type Access = {
  readonly sessions: Sessions
  readonly login: Login
  readonly apiKeys: ApiKeys
  readonly apiKeyStore: ApiKeyStore
  readonly cookies: Cookies
  readonly findPresentedSessions: FindPresentedSessions
  readonly authenticate: Authenticate
  readonly audit: Audit
} & Disposable

type AccessOptions = {
  database: Database
  redis: RedisPool | undefined
  config: Pick<Config, 'sessions' | 'login' | 'http' | 'auth' | 'reads' | 'admins' | 'log'>
  logger: Logger
  failures: FailedAttempts
} & Pick<Parameters<typeof createAudit>[0], 'networkOf' | 'onAction'>

/**
 * Loads this deployment's secret from the database, or creates it at the first start. Deletes expired sessions until it
 * is disposed.
 */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { database, redis, config, logger, failures } = options
  const secret = await loadDeploymentSecret(database)
  const store = createSessionStore(database, config.sessions)
  const sessions = createStoredSessions({ store, redis, secret, config })
  const cookies = createCookies(config.http)
  const apiKeyStore = createApiKeyStore(database)
  const keys = createApiKeys({ store: apiKeyStore })
  const { auth: writes, http: origins } = config
  const providers = createProviders(config.login)
  const userIds = await openLoggedUserIds(database, providers, logger)
  const pruner = startSessionPruner({ store, logger })
  const rightsStore = createStreamRightsStore(database, config.sessions)
  const streamRights = startStreamRights({ ...config.sessions, store: rightsStore, logger })
  return {
    sessions,
    apiKeys: keys,
    apiKeyStore,
    login: createLogin({
      providers,
      userIds,
      loginCookie: createLoginCookie({ key: deriveKey(secret, 'login cookie'), redis }),
    }),
    cookies,
    findPresentedSessions: createFindPresentedSessions(cookies, sessions),
    authenticate: createAuthenticate({
      ...config,
      writes,
      origins,
      cookies,
      keys,
      sessions,
      failures,
      streamRights,
    }),
    audit: createAudit({ ...options, enabled: config.log.audit }),
    [Symbol.dispose]: () => {
      streamRights[Symbol.dispose]()
      pruner[Symbol.dispose]()
    },
  }
}

async function openLoggedUserIds(
  database: Database,
  providers: readonly Provider[],
  logger: Logger,
): Promise<UserIds> {
  const { userIds, prefixed } = await openUserIds(database, providers)
  for (const { issuer, prefix } of prefixed)
    logger.warn(
      { issuer, prefix },
      'User ids of this login provider begin with the prefix: others may own those without',
    )
  return userIds
}

function createStoredSessions({
  store,
  redis,
  secret,
  config,
}: Pick<AccessOptions, 'redis' | 'config'> & { store: SessionStore; secret: string }): Sessions {
  const maxAgeMilliseconds = sessionCacheMilliseconds(config.sessions)
  const macKey = deriveKey(secret, 'session cache')
  return createSessions({
    store,
    cache: redis && createSessionCache({ redis, macKey, maxAgeMilliseconds }),
    idleSeconds: config.sessions.idleSeconds,
  })
}

function createProviders({ discord, oidc }: Config['login']): Provider[] {
  return [
    ...(discord === undefined ? [] : [createDiscordProvider(discord)]),
    ...(oidc === undefined ? [] : [createOpenIdConnectProvider(oidc)]),
  ]
}
