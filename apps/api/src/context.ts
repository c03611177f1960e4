import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { settleChangeFeed } from '@timezone-registry/db/change-feed'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import packageJson from '../package.json' with { type: 'json' }
import { createApiKeyStore } from './access/api-keys/api-key-store.ts'
import { type ApiKeys, createApiKeys } from './access/api-keys/api-keys.ts'
import { loadDeploymentSecret } from './access/deployment-secret.ts'
import { createDiscordProvider } from './access/login/discord.ts'
import { createFinishedLogins } from './access/login/finished-logins.ts'
import { createLogin, type Login } from './access/login/login.ts'
import { createLoginCookie } from './access/login/login-cookie.ts'
import { createOpenIdConnectProvider } from './access/login/openid-connect.ts'
import type { Provider } from './access/login/provider.ts'
import { deriveKey } from './access/secrets.ts'
import { createSessionCache } from './access/sessions/session-cache.ts'
import { createSessionStore } from './access/sessions/session-store.ts'
import { createSessions, type Sessions, sessionCacheMilliseconds } from './access/sessions/sessions.ts'
import { createLocalDropChannel } from './broadcast/channel.ts'
import { openRedisDropChannel } from './broadcast/redis-channel.ts'
import { createWorkerDropChannel } from './broadcast/worker-channel.ts'
import { type ChangeFeed, createChangeFeed } from './changes/change-feed.ts'
import { startChangePruner } from './changes/change-pruner.ts'
import { type ChangeStore, createChangeStore } from './changes/change-store.ts'
import { formatCursor } from './changes/cursor.ts'
import { createHealth, type Health } from './health/health.ts'
import { createFailedAttempts, type FailedAttempts } from './limits/failed-attempts.ts'
import { createNetworkOf, type NetworkOf } from './limits/network.ts'
import { createRedisCount, type SharedCount } from './limits/shared-count.ts'
import { createWorkerCount } from './limits/worker-count.ts'
import type { Logger } from './logger.ts'
import { createTimezoneCache } from './records/timezone-cache.ts'
import { createTimezoneRegistry, type TimezoneRegistry } from './records/timezone-registry.ts'
import { createTimezoneStats, type TimezoneStats } from './records/timezone-stats.ts'
import { createTimezoneStore } from './records/timezone-store.ts'
import { openRedisPool, type RedisPool } from './redis/redis-pool.ts'
import { createZoneNames, type ZoneNames } from './zones/zone-names.ts'

/** Everything that the service is made of, built once. Disposing it closes what was opened, in reverse. */
export type Context = {
  readonly config: Config
  readonly logger: Logger
  readonly registry: TimezoneRegistry
  readonly stats: TimezoneStats
  readonly changes: {
    readonly store: ChangeStore
    readonly feed: ChangeFeed
    findListState(): Promise<{ version: string; changesCursor: string }>
  }
  readonly zoneNames: ZoneNames
  readonly sessions: Sessions
  readonly login: Login
  readonly apiKeys: ApiKeys
  readonly health: Health
  readonly networkOf: NetworkOf
  readonly failedAttempts: FailedAttempts
  /** Counts for all instances or workers; undefined where this process serves alone. */
  readonly sharedCount: SharedCount | undefined
  readonly version: string
  /** What it runs on, as one phrase for the log. */
  readonly description: string
  /** Turns `/readyz` to 503 and ends what would never end by itself: the first step of a stop. */
  stopAccepting(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the database, brings its schema up to date, connects to Redis. Rejects, with nothing left open, when it cannot. */
export async function openContext(config: Config, logger: Logger): Promise<Context> {
  await using opened = new AsyncDisposableStack()

  const database = opened.use(
    await openDatabase({
      ...config.database,
      onWaiting: (reason) => logger.warn(reason),
      onConnectionError: logConnectionError,
    }),
  )
  logger.info(`Opened ${database.description}`)
  for (const warning of database.warnings) logger.warn(warning)
  if (!database.isServer)
    logger.warn(
      'The embedded database is not safe against power loss; for more than a first try, set DATABASE_URL',
    )
  opened.defer(() => logger.info('Closing the database'))
  await prepareSchema(database)
  await settleChangeFeed(database)
  const secret = await loadDeploymentSecret(database)

  // Other workers of this machine serve beside this process.
  const isOneOfSeveral = config.workers > 1
  const redis = config.redis && opened.use(await openRedisPool({ ...config.redis, logger }))
  if (redis !== undefined) opened.defer(() => logger.info('Closing the connections to Redis'))
  const redisAnswers = redis !== undefined && (await answers(redis))

  const channel = opened.use(
    config.redis !== undefined
      ? await openRedisDropChannel({ ...config.redis, logger })
      : isOneOfSeveral
        ? createWorkerDropChannel()
        : createLocalDropChannel(),
  )
  const zoneNames = createZoneNames()
  const store = createTimezoneStore(database)
  const registry = createTimezoneRegistry({ store, cache: createTimezoneCache({ channel }) })
  const stats = createTimezoneStats({ store })

  const changeStore = createChangeStore(database)
  const feed = createChangeFeed({ store: changeStore, logger })
  opened.defer(() => feed.close())
  channel.listen({ onDrop: () => feed.wake(), onLive: () => feed.wake() })
  opened.use(startChangePruner({ store: changeStore, ...config.changes, logger }))

  const maxAgeMilliseconds = sessionCacheMilliseconds(config.sessions)
  const sessions = createSessions({
    store: createSessionStore(database, config.sessions),
    cache:
      redis && createSessionCache({ redis, macKey: deriveKey(secret, 'session cache'), maxAgeMilliseconds }),
    idleSeconds: config.sessions.idleSeconds,
    cachedForMilliseconds: maxAgeMilliseconds,
  })
  const login = createLogin({
    providers: createProviders(config.login),
    loginCookie: createLoginCookie({ key: deriveKey(secret, 'login cookie') }),
    finishedLogins: createFinishedLogins({ redis }),
  })
  const apiKeys = createApiKeys({ store: createApiKeyStore(database) })

  const networkOf = createNetworkOf({ trustedHops: config.http.trustProxyHops })
  const failedAttempts = createFailedAttempts({
    perMinute: config.rateLimit.failuresPerMinute,
    networkOf,
  })
  const sharedCount =
    redis !== undefined ? createRedisCount(redis) : isOneOfSeveral ? createWorkerCount() : undefined

  const health = createHealth({ database: database.ping, redis: redis?.ping })

  const resources = opened.move()
  return {
    config,
    logger,
    registry,
    stats,
    changes: {
      store: changeStore,
      feed,
      findListState: async () => {
        const { version, end } = await changeStore.findState()
        return { version, changesCursor: formatCursor(end) }
      },
    },
    zoneNames,
    sessions,
    login,
    apiKeys,
    health,
    networkOf,
    failedAttempts,
    sharedCount,
    version: packageJson.version,
    description: `on ${database.description}, ${describeRedis(redis, redisAnswers)}`,
    stopAccepting: () => {
      health.stopAccepting()
      feed.close()
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }

  async function prepareSchema(database: Database): Promise<void> {
    if (config.database.migrate === 'off') return assertMigrated(database)
    const applied = await migrateToLatest(database, { onWaiting: (reason) => logger.warn(reason) })
    if (applied.length > 0) logger.info({ migrations: applied }, 'Migrated the database')
  }

  function logConnectionError(error: Error): void {
    logger.warn({ err: error }, 'A connection to the database broke')
  }
}

function createProviders({ discord, oidc }: Config['login']): Provider[] {
  return [
    ...(discord === undefined ? [] : [createDiscordProvider(discord)]),
    ...(oidc === undefined ? [] : [createOpenIdConnectProvider(oidc)]),
  ]
}

function describeRedis(redis: RedisPool | undefined, redisAnswers: boolean): string {
  if (redis === undefined) return 'without Redis'
  return redisAnswers ? `Redis at ${redis.description}` : `with Redis at ${redis.description} NOT ANSWERING`
}

function answers(redis: RedisPool): Promise<boolean> {
  return redis.ping().then(
    () => true,
    () => false,
  )
}
