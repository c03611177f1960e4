import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { settleChangeFeed } from '@timezone-registry/db/change-feed'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import { createCountMigrations } from '@timezone-registry/db/migration-counts'
import packageJson from '../package.json' with { type: 'json' }
import { type Access, openAccess } from './access/access.ts'
import type { DropChannel } from './broadcast/channel.ts'
import { openDropChannel } from './broadcast/open-channel.ts'
import { type Changes, startChanges } from './changes/changes.ts'
import { createHealth, type Health } from './health/health.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import type { Logger } from './logger.ts'
import type { GaugeSources } from './metrics/gauges.ts'
import { type Metrics, openMetrics } from './metrics/metrics.ts'
import { type CardRenderer, createCardRenderer } from './person/card.ts'
import { createPersonStore, type PersonStore } from './privacy/person-store.ts'
import { createRecords, type Records } from './records/records.ts'
import { describeRedis, openRedisPool, type RedisPool } from './redis/redis-pool.ts'
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
  const channel = opened.use(await openDropChannel({ ...config, logger }))

  const changes = opened.use(startChanges({ database, channel, ...config.changes, logger }))
  const cards = opened.use(createCardRenderer())
  const health = createHealth({ database: database.ping, redis: redis?.ping })
  const isTraced = config.tracing !== undefined
  const records = createRecords({ database, channel, ...config.records, isTraced })
  const zoneNames = createZoneNames()
  const parts = { database, redis, channel, changes, records, health, zoneNames }
  const metrics = await openMetrics(config, metricsSources(parts))
  if (metrics !== undefined) opened.use(metrics)
  const limits = createLimits({ redis, config })
  const { failedAttempts: failures, loggedNetworkOf: networkOf } = limits
  const audited = { networkOf, onAction: metrics?.onAction }
  const access = opened.use(await openAccess({ database, redis, config, logger, failures, ...audited }))
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
    limits,
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

type Parts = Pick<Context, 'changes' | 'records' | 'health' | 'zoneNames'> & {
  database: Database
  redis: RedisPool | undefined
  channel: DropChannel
}

function metricsSources(parts: Parts): GaugeSources {
  const { database, redis, channel, changes, records, health, zoneNames } = parts
  return {
    version: packageJson.version,
    tzdata: zoneNames.release,
    registry: records.registry.counts,
    pool: database.poolCounts,
    isBreakerOpen: () => redis?.isBreakerOpen,
    listeners: () => changes.feed.listeners,
    findHeldBackSeconds: changes.store.findHeldBackSeconds,
    countMigrations: createCountMigrations(database),
    probe: health.probe,
    onLive: (onLive) => channel.listen({ onDrop: () => {}, onLive }),
  }
}
