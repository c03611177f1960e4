import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { settleChangeFeed } from '@timezone-registry/db/change-feed'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import packageJson from '../package.json' with { type: 'json' }
import { type Access, openAccess } from './access/access.ts'
import { createLocalDropChannel, type DropChannel } from './broadcast/channel.ts'
import { openRedisDropChannel } from './broadcast/redis-channel.ts'
import { createWorkerDropChannel } from './broadcast/worker-channel.ts'
import { type Changes, startChanges } from './changes/changes.ts'
import { createHealth, type Health } from './health/health.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import type { Logger } from './logger.ts'
import { type Metrics, openMetrics } from './metrics/metrics.ts'
import { type CardRenderer, createCardRenderer } from './person/card.ts'
import { createPersonStore, type PersonStore } from './privacy/person-store.ts'
import { createRecords, type Records } from './records/records.ts'
import { openRedisPool, type RedisPool } from './redis/redis-pool.ts'
import { createZoneNames, type ZoneNames } from './zones/zone-names.ts'

/** The service's components, built once. Disposing it closes what was opened, in reverse order. */
export type Context = {
  readonly config: Config
  readonly logger: Logger
  readonly records: Records
  readonly changes: Changes
  readonly zoneNames: ZoneNames
  readonly access: Access
  readonly personStore: PersonStore
  readonly cards: CardRenderer
  readonly limits: Limits
  readonly health: Health
  /** Undefined without `METRICS_PORT`. */
  readonly metrics: Metrics | undefined
  readonly version: string
  /** What the service runs on, as one phrase for the log. */
  readonly description: string
  /** The first step of a shutdown: `/readyz` answers 503, and streams end. */
  stopAccepting(): void
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens the database, migrates it, and connects to Redis. Rejects, with nothing left open, if the database is not
 * usable. `onWaiting` is called when it has to wait for the database.
 */
export async function openContext(
  config: Config,
  logger: Logger,
  onWaiting: () => void = () => {},
): Promise<Context> {
  await using opened = new AsyncDisposableStack()
  const database = await openStorage(opened, { config, logger, onWaiting })
  const redis = await openRedis(opened, { config, logger })
  const channel = opened.use(await openChannel(config, logger))

  const changes = opened.use(startChanges({ database, channel, ...config.changes, logger }))
  const access = opened.use(await openAccess({ database, redis, config, logger }))
  const cards = opened.use(createCardRenderer())
  const health = createHealth({ database: database.ping, redis: redis?.ping })
  const records = createRecords({ database, channel, ...config.records })
  const zoneNames = createZoneNames()
  const metrics = await openMetrics(config, {
    version: packageJson.version,
    tzdata: zoneNames.release,
    registry: records.registry.counts,
    pool: database.poolCounts,
    isBreakerOpen: () => redis?.isBreakerOpen,
    listeners: () => changes.feed.listeners,
    findHeldBackSeconds: changes.store.findHeldBackSeconds,
    probe: health.probe,
    onLive: (onLive) => channel.listen({ onDrop: () => {}, onLive }),
  })
  if (metrics !== undefined) opened.use(metrics)
  const description = `on ${database.description}, ${await describeRedis(redis)}`

  const resources = opened.move()
  return {
    config,
    logger,
    records,
    changes,
    zoneNames,
    access,
    personStore: createPersonStore(database),
    cards,
    limits: createLimits({ redis, config }),
    health,
    metrics,
    version: packageJson.version,
    description,
    stopAccepting: () => {
      health.stopAccepting()
      changes.feed.close()
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

type Opening = { config: Config; logger: Logger }

/** The database, with the current schema. */
async function openStorage(
  opened: AsyncDisposableStack,
  { config, logger, ...on }: Opening & { onWaiting: () => void },
): Promise<Database> {
  const onWaiting = (reason: string) => {
    logger.warn(reason)
    on.onWaiting()
  }
  const onConnectionError = (err: Error) => logger.warn({ err }, 'Lost a connection to the database')
  const database = opened.use(await openDatabase({ ...config.database, onWaiting, onConnectionError }))
  opened.defer(() => logger.info('Closing the database'))
  logger.info(`Opened ${database.description}`)
  for (const warning of database.warnings) logger.warn(warning)
  if (!database.isServer)
    logger.warn(
      'The embedded database can lose data in a power failure; set DATABASE_URL for more than a first try',
    )

  if (config.database.migrate === 'off') await assertMigrated(database)
  else {
    const applied = await migrateToLatest(database, { onWaiting })
    if (applied.length > 0) logger.info({ migrations: applied }, 'Migrated the database')
  }
  await settleChangeFeed(database)
  return database
}

async function openRedis(
  opened: AsyncDisposableStack,
  { config, logger }: Opening,
): Promise<RedisPool | undefined> {
  if (config.redis === undefined) return undefined
  const redis = opened.use(await openRedisPool({ ...config.redis, logger }))
  opened.defer(() => logger.info('Closing the connections to Redis'))
  return redis
}

/** The channel through which instances evict each other's cached records. */
async function openChannel({ redis, workers }: Config, logger: Logger): Promise<DropChannel> {
  if (redis !== undefined) return openRedisDropChannel({ ...redis, logger })
  return workers > 1 ? createWorkerDropChannel() : createLocalDropChannel()
}

async function describeRedis(redis: RedisPool | undefined): Promise<string> {
  if (redis === undefined) return 'without Redis'
  const isUp = await redis.ping().then(
    () => true,
    () => false,
  )
  return isUp ? `Redis at ${redis.description}` : `with Redis at ${redis.description} NOT ANSWERING`
}
