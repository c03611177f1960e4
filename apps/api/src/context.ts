import type { Config } from '@timezone-registry/config'
import { retryWhileUnavailable } from '@timezone-registry/db'
import { messageOf } from '@timezone-registry/db/database-error'
import { createFormatters } from '@timezone-registry/zones/formatters'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import packageJson from '../package.json' with { type: 'json' }
import { openAccess } from './access/access.ts'
import { watchBlockingTransactions } from './feed/blocking-transaction.ts'
import { createChangeStore } from './feed/change-store.ts'
import { createEventStreams } from './feed/event-streams.ts'
import { createFailedAttempts } from './limits/failed-attempts.ts'
import { createFindNetwork } from './limits/network.ts'
import { createRateLimit } from './limits/rate-limit.ts'
import { createShareCount } from './limits/shared-count.ts'
import type { Logger } from './logger.ts'
import { createCardRenderer } from './person/card.ts'
import { createErasePerson } from './privacy/erase-person.ts'
import { type AskedCommand, serveCommands } from './process/command-socket.ts'
import { openStorage, type Storage } from './process/storage.ts'
import { startPruner } from './pruner.ts'
import { createListQueries } from './records/list-queries.ts'
import { createRecordCache } from './records/record-cache.ts'
import { createRecordList } from './records/record-list.ts'
import { createRecordStats } from './records/record-stats.ts'
import { createRecordStore } from './records/record-store.ts'
import { createRecordRegistry } from './records/registry.ts'
import { boundSearches, createFindByName } from './records/search.ts'

/** The service's components, built once. Disposing it closes what was opened, in reverse order. */
export type Context = Awaited<ReturnType<typeof openOnce>>

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
  if (url === undefined) return open()
  return retryWhileUnavailable(open, { url, waitSeconds, onWaiting, signal: starting.signal })
}

async function openOnce(config: Config, logger: Logger, starting: Starting) {
  await using opened = new AsyncDisposableStack()
  const { version } = packageJson
  const shared = { config, logger, version, zoneNames: createZoneNames() }
  const storage = await openStorage(opened, { ...shared, ...starting })
  const { database, redis, health } = storage

  const changes = openChanges(opened, storage, config, logger)
  const cards = opened.use(createCardRenderer())
  const records = createRecords(storage, config)
  const sources = { ...storage, ...shared, ...starting, changes, records }
  const metrics =
    config.metrics && (await import('./metrics/process-metrics.ts')).createProcessMetrics(sources)
  const limits = createLimits(storage, config, logger)
  const access = opened.use(await openAccess({ database, config, logger, ...limits }))
  const parts = { changes, cards, records, metrics, limits, access }

  await openCommandSocket(opened, { ...storage, ...shared, ...starting })
  const resources = opened.move()
  return {
    ...storage,
    ...shared,
    ...parts,
    erasePerson: createErasePerson(records.registry),
    formatters: createFormatters(),
    /** What serves Discord's commands; undefined unless they are configured. */
    discord: config.discord && (await import('./discord/discord-route.ts')),
    /** What the service runs on, as one phrase for the log. */
    description: `on ${database.description}, ${redis ? `with Redis at ${redis.description}` : 'without Redis'}`,
    /** The first step of a shutdown: `/readyz` answers 503, and streams end. */
    stopAccepting: () => {
      health.stopAccepting()
      changes.feed.close()
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** The change feed: stored, followed and pruned. */
function openChanges(opened: AsyncDisposableStack, storage: Storage, config: Config, logger: Logger) {
  const { database, tail } = storage
  const store = createChangeStore(database)
  const feed = opened.use(createEventStreams({ store, tail, logger }))
  opened.use(watchBlockingTransactions(database, logger))
  opened.use(startPruner('old tombstones', logger, () => store.prune(config.changes.retentionDays)))
  return { store, feed }
}

function createRecords({ database, tail }: Storage, config: Config) {
  const store = createRecordStore(database, { ...config.records, sessions: config.sessions })
  const queries = createListQueries(database)
  return {
    registry: createRecordRegistry({ store, cache: createRecordCache({ tail }) }),
    stats: createRecordStats(queries),
    findByName: boundSearches(createFindByName(database)),
    findList: createRecordList(queries).find,
  }
}

/** The limits on callers, with the state that all routes share. */
function createLimits({ redis }: Storage, { http, log, rateLimit }: Config, logger: Logger) {
  const { writesPerMinute: writes, readsPerMinute: reads, failuresPerMinute } = rateLimit
  return {
    findNetwork: createFindNetwork({
      trustedHops: http.trustProxyHops,
      isLogged: log.networks,
      onWrongHops: (warning) => logger.warn(warning),
    }),
    attemptToAuthenticate: createFailedAttempts(failuresPerMinute),
    /** Counted apart: a login takes as long as its provider, and keys and sessions must not wait for that. */
    attemptToLogIn: createFailedAttempts(failuresPerMinute),
    rateLimit: createRateLimit({ writes, reads }, redis && createShareCount(redis)),
  }
}

/** Lets `registry` commands use the embedded database while the service has it open. */
async function openCommandSocket(
  opened: AsyncDisposableStack,
  { database, tail, config, logger, env }: Storage & Starting & { config: Config; logger: Logger },
): Promise<void> {
  if (database.isServer || env === undefined) return
  const run = async ({ args, account, stdin, ...outputs }: AskedCommand) => {
    const { runRegistry } = await import('./cli/program.ts')
    return runRegistry(args, { env, ...outputs, service: { database, logger, account, stdin } })
  }
  try {
    opened.use(await serveCommands({ dataDir: config.database.dataDir, run, onChange: tail.reset }))
  } catch (error) {
    logger.warn(`Commands cannot use the database while the service runs. ${messageOf(error)}`)
  }
}
