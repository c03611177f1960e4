import type { Config } from '@timezone-registry/config'
import { createCountMigrations } from '@timezone-registry/db/migrate'
import { createZoneNames, type ZoneNames } from '@timezone-registry/zones/zone-names'
import packageJson from '../package.json' with { type: 'json' }
import { type Access, openAccess } from './access/access.ts'
import { type Changes, startChanges } from './feed/changes.ts'
import type { Replica } from './feed/replica/replica.ts'
import type { WritePositions } from './feed/replica/write-position.ts'
import type { Tail } from './feed/tail.ts'
import { createHealth, type Health } from './health/health.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import type { Logger } from './logger.ts'
import type { GaugeSources } from './metrics/gauges.ts'
import { type Metrics, openMetrics } from './metrics/metrics.ts'
import { type CardRenderer, createCardRenderer } from './person/card.ts'
import { createPersonStore, type PersonStore } from './privacy/person-store.ts'
import { openStorage, type Storage } from './process/storage.ts'
import { createRecords, type Records } from './records/records.ts'
import { describeRedis } from './redis/redis-pool.ts'

/** The service's components, built once. Disposing it closes what was opened, in reverse order. */
export type Context = {
  readonly config: Config
  readonly logger: Logger
  readonly records: Records
  readonly changes: Changes
  readonly zoneNames: ZoneNames
  readonly access: Access
  /** Undefined if everything is read from the primary. */
  readonly replica: Replica | undefined
  /** Follows the changes of the server that is read. */
  readonly tail: Tail
  /** The writes of this process. */
  readonly positions: WritePositions
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
 * usable. `onWaiting` is called when it has to wait for the database; `signal` ends the waiting. `droppedLines` is
 * a metric.
 */
export async function openContext(
  config: Config,
  logger: Logger,
  starting: { onWaiting?: () => void; signal?: AbortSignal; droppedLines?: () => number } = {},
): Promise<Context> {
  await using opened = new AsyncDisposableStack()
  const storage = await openStorage(opened, { config, logger, ...starting })
  const { database, redis, replica, tail, positions } = storage

  const changes = opened.use(startChanges({ ...storage, ...config.changes, logger }))
  const cards = opened.use(createCardRenderer())
  const health = createHealth({ database: storage.databaseWatch, redis: redis?.ping })
  opened.defer(health.stopAccepting)
  const records = createRecords({ ...storage, config })
  const zoneNames = createZoneNames()
  const sources = metricsSources({ ...storage, ...starting, changes, records, health, zoneNames })
  const metrics = await openMetrics(config, sources)
  if (metrics !== undefined) opened.use(metrics)
  const limits = createLimits({ redis, config, logger })
  const { failedAttempts: failures, loggedNetworkOf: networkOf } = limits
  const audited = { networkOf, onAction: metrics?.onAction }
  const access = opened.use(await openAccess({ database, redis, config, logger, failures, ...audited }))

  const resources = opened.move()
  return {
    config,
    logger,
    records,
    changes,
    zoneNames,
    access,
    replica,
    tail,
    positions,
    personStore: createPersonStore(database, storage.noteWritten),
    cards,
    limits,
    health,
    metrics,
    version: packageJson.version,
    description: `on ${database.description}, ${await describeRedis(redis)}`,
    stopAccepting: () => {
      health.stopAccepting()
      changes.feed.close()
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

type Parts = Storage &
  Pick<Context, 'changes' | 'records' | 'health' | 'zoneNames'> & { droppedLines?: () => number }

function metricsSources(parts: Parts): GaugeSources {
  const { database, redis, replica, tail, changes, records, health, zoneNames } = parts
  return {
    version: packageJson.version,
    tzdata: zoneNames.release,
    registry: records.registry.counts,
    pool: database.poolCounts,
    replica: () => replica?.state(),
    isBreakerOpen: () => redis?.isBreakerOpen,
    listeners: () => changes.feed.listeners,
    droppedLines: parts.droppedLines ?? (() => 0),
    findHeldBackSeconds: changes.store.findHeldBackSeconds,
    countMigrations: createCountMigrations(database),
    probe: health.probe,
    tail,
  }
}
