import type { Config } from '@timezone-registry/config'
import { retryWhileUnavailable } from '@timezone-registry/db'
import { messageOf } from '@timezone-registry/db/database-error'
import { createFormatters, type Formatters } from '@timezone-registry/zones/formatters'
import { createZoneNames, type ZoneNames } from '@timezone-registry/zones/zone-names'
import packageJson from '../package.json' with { type: 'json' }
import { type Access, openAccess } from './access/access.ts'
import { type Changes, startChanges } from './feed/changes.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import type { Logger } from './logger.ts'
import { loadMetrics } from './metrics/metrics.ts'
import type { Metrics } from './metrics/process-metrics.ts'
import { type CardRenderer, createCardRenderer } from './person/card.ts'
import { createErasePerson, type ErasePerson } from './privacy/erasure-store.ts'
import { type AskedCommand, serveCommands } from './process/command-socket.ts'
import { openStorage, type Storage } from './process/storage.ts'
import { createListQueries } from './records/list-queries.ts'
import { createRecordCache } from './records/record-cache.ts'
import { createRecordList, type RecordList } from './records/record-list.ts'
import { createRecordStats, type RecordStats } from './records/record-stats.ts'
import { createRecordStore } from './records/record-store.ts'
import { createRecordRegistry, type RecordRegistry } from './records/registry.ts'
import { createFindByName, createRecordSearch, type FindByName } from './records/search.ts'
import { describeRedis } from './redis/redis-pool.ts'

/** The records: their rules, what is counted of them, the search by name, and the list of all public ones. */
type Records = {
  readonly registry: RecordRegistry
  readonly stats: RecordStats
  readonly findByName: FindByName
  readonly findList: RecordList['find']
}

/** The service's components, built once. Disposing it closes what was opened, in reverse order. */
export type Context = Storage & {
  readonly config: Config
  readonly logger: Logger
  readonly records: Records
  readonly changes: Changes
  readonly zoneNames: ZoneNames
  readonly access: Access
  readonly erasePerson: ErasePerson
  readonly cards: CardRenderer
  readonly formatters: Formatters
  readonly limits: Limits
  /** What serves Discord's commands; undefined unless they are configured. */
  readonly discord: typeof import('./discord/discord-route.ts') | undefined
  /** Undefined without `METRICS_PORT`. */
  readonly metrics: Metrics | undefined
  readonly version: string
  /** What the service runs on, as one phrase for the log. */
  readonly description: string
  /** The first step of a shutdown: `/readyz` answers 503, and streams end. */
  stopAccepting(): void
  [Symbol.asyncDispose](): Promise<void>
}

type Starting = {
  signal?: AbortSignal
  droppedLines?: () => number
  /** What commands read that clients ask for; without it, none can. */
  env?: Readonly<Record<string, string | undefined>>
}

/**
 * Opens the database, migrates it, and connects to Redis. Waits while the database is unavailable, and rejects, with
 * nothing left open, if it is not usable. `signal` ends the waiting and a migration. `droppedLines` is a metric.
 */
export function openContext(config: Config, logger: Logger, starting: Starting = {}): Promise<Context> {
  const { url, waitSeconds } = config.database
  const open = () => openOnce(config, logger, starting)
  const onWaiting = (reason: string) => logger.warn(reason)
  return url === undefined
    ? open()
    : retryWhileUnavailable(open, { url, waitSeconds, onWaiting, signal: starting.signal })
}

async function openOnce(config: Config, logger: Logger, starting: Starting): Promise<Context> {
  await using opened = new AsyncDisposableStack()
  const { version } = packageJson
  const zoneNames = createZoneNames()
  const shared = { version, zoneNames, ...starting }
  const storage = await openStorage(opened, { config, logger, ...shared })
  const { database, redis, health } = storage

  const changes = opened.use(startChanges({ ...storage, ...config.changes, logger }))
  const cards = opened.use(createCardRenderer())
  const records = createRecords(storage, config)
  const metrics = await loadMetrics(config, { ...storage, ...shared, changes, records })
  const limits = createLimits({ redis, config, logger })
  const audited = { networkOf: limits.loggedNetworkOf, onAction: metrics?.onAction }
  const access = opened.use(await openAccess({ database, config, logger, ...limits, ...audited }))
  const discord = config.discord && (await import('./discord/discord-route.ts'))

  await openCommandSocket(opened, { ...storage, ...starting, config, logger })
  const resources = opened.move()
  return {
    ...storage,
    config,
    logger,
    records,
    changes,
    zoneNames,
    access,
    erasePerson: createErasePerson(database),
    cards,
    formatters: createFormatters(),
    limits,
    discord,
    metrics,
    version,
    description: `on ${database.description}, ${await describeRedis(redis)}`,
    stopAccepting: () => {
      health.stopAccepting()
      changes.feed.close()
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function createRecords({ database, tail }: Storage, config: Pick<Config, 'records' | 'sessions'>): Records {
  const store = createRecordStore(database, { ...config.records, sessions: config.sessions })
  const queries = createListQueries(database)
  return {
    registry: createRecordRegistry({ store, cache: createRecordCache({ tail }) }),
    stats: createRecordStats(queries),
    findByName: createRecordSearch({ findByName: createFindByName(database) }),
    findList: createRecordList(queries).find,
  }
}

/** Lets `registry` commands use the embedded database while the service has it open. */
async function openCommandSocket(
  opened: AsyncDisposableStack,
  {
    database,
    tail,
    config,
    logger,
    env,
  }: Pick<Context, 'database' | 'tail' | 'config' | 'logger'> & Starting,
): Promise<void> {
  if (database.isServer || env === undefined) return
  const run = async ({ args, account, stdin, ...outputs }: AskedCommand) => {
    const { runRegistry } = await import('./cli/program.ts')
    return runRegistry(args, {
      env,
      ...outputs,
      service: { database, logger, account, stdin },
    })
  }
  try {
    opened.use(await serveCommands({ dataDir: config.database.dataDir, run, onChange: tail.reset }))
  } catch (error) {
    logger.warn(`Commands cannot use the database while the service runs. ${messageOf(error)}`)
  }
}
