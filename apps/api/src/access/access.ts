import type { Config } from '@timezone-registry/config'
import type { Database } from '@timezone-registry/db'
import type { Logger } from '../logger.ts'
import type { RedisPool } from '../redis/redis-pool.ts'
import { type ApiKeyStore, createApiKeyStore } from './api-keys/api-key-store.ts'
import { type ApiKeys, createApiKeys } from './api-keys/api-keys.ts'
import { loadDeploymentSecret } from './deployment-store.ts'
import { createDiscordProvider } from './login/discord.ts'
import { createFinishedLogins } from './login/finished-logins.ts'
import { createLogin, type Login } from './login/login.ts'
import { createLoginCookie } from './login/login-cookie.ts'
import { createOpenIdConnectProvider } from './login/openid-connect.ts'
import type { Provider } from './login/provider.ts'
import { deriveKey } from './secrets.ts'
import { createSessionCache } from './sessions/session-cache.ts'
import { startSessionPruner } from './sessions/session-pruner.ts'
import { createSessionStore } from './sessions/session-store.ts'
import { createSessions, type Sessions, sessionCacheMilliseconds } from './sessions/sessions.ts'

/** Authentication and authorization: sessions for people, API keys for programs. */
export type Access = {
  readonly sessions: Sessions
  readonly login: Login
  readonly apiKeys: ApiKeys
  readonly apiKeyStore: ApiKeyStore
} & Disposable

/**
 * Loads this deployment's secret from the database, or creates it at the first start. Deletes expired sessions until it is
 * disposed.
 */
export async function openAccess({
  database,
  redis,
  config,
  logger,
}: {
  database: Database
  redis: RedisPool | undefined
  config: Pick<Config, 'sessions' | 'login'>
  logger: Logger
}): Promise<Access> {
  const secret = await loadDeploymentSecret(database)
  const maxAgeMilliseconds = sessionCacheMilliseconds(config.sessions)
  const apiKeyStore = createApiKeyStore(database)
  const sessionStore = createSessionStore(database, config.sessions)
  const pruner = startSessionPruner({ store: sessionStore, logger })
  return {
    sessions: createSessions({
      store: sessionStore,
      cache:
        redis &&
        createSessionCache({ redis, macKey: deriveKey(secret, 'session cache'), maxAgeMilliseconds }),
      idleSeconds: config.sessions.idleSeconds,
      cachedForMilliseconds: maxAgeMilliseconds,
    }),
    login: createLogin({
      providers: createProviders(config.login),
      loginCookie: createLoginCookie({ key: deriveKey(secret, 'login cookie') }),
      finishedLogins: createFinishedLogins({ redis }),
    }),
    apiKeys: createApiKeys({ store: apiKeyStore }),
    apiKeyStore,
    [Symbol.dispose]: () => pruner[Symbol.dispose](),
  }
}

function createProviders({ discord, oidc }: Config['login']): Provider[] {
  return [
    ...(discord === undefined ? [] : [createDiscordProvider(discord)]),
    ...(oidc === undefined ? [] : [createOpenIdConnectProvider(oidc)]),
  ]
}
