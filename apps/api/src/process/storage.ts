import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { settleChangeFeed } from '@timezone-registry/db/change-feed'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import { findUnknownZones } from '@timezone-registry/db/unknown-zones'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { type Replica, startReplica } from '../feed/replica/replica.ts'
import { createWritePositions, type OnWritten, type WritePositions } from '../feed/replica/write-position.ts'
import { startTail, type Tail } from '../feed/tail.ts'
import { createDatabaseWatch, type DatabaseWatch } from '../health/database-watch.ts'
import type { Logger } from '../logger.ts'
import { openRedisPool, type RedisPool } from '../redis/redis-pool.ts'

/** Where the service keeps its data, and how it learns of changes. */
export type Storage = {
  database: Database
  databaseWatch: DatabaseWatch
  replica: Replica | undefined
  redis: RedisPool | undefined
  /** Follows the server that is read. */
  tail: Tail
  /** The writes of this process. */
  positions: WritePositions
  noteWritten: OnWritten
}

/**
 * Opens the database and migrates it, and connects to Redis and to the replica. Rejects if the database is not usable,
 * or if `signal` ends the waiting for it.
 */
export async function openStorage(opened: AsyncDisposableStack, options: Starting): Promise<Storage> {
  const { config, logger } = options
  const { database, databaseWatch } = await openPrimary(opened, options)
  const redis = await openRedis(opened, { config, logger })
  const primaryTail = opened.use(startTail({ database, logger, onFailure: databaseWatch.reportFailure }))
  const replica = openReplica(opened, { config, logger, primaryTail })
  const tail = replica?.tail ?? primaryTail
  const positions = createWritePositions()
  const noteWritten: OnWritten = (txid) => {
    positions.note(txid)
    // The embedded database is not polled.
    tail.wake()
  }
  return { database, databaseWatch, redis, replica, tail, positions, noteWritten }
}

type Opening = { config: Config; logger: Logger }
type Starting = Opening & { onWaiting?: () => void; signal?: AbortSignal }

/** The primary database, with the current schema. */
async function openPrimary(
  opened: AsyncDisposableStack,
  { config, logger, signal, ...on }: Starting,
): Promise<Pick<Storage, 'database' | 'databaseWatch'>> {
  const onWaiting = (reason: string) => {
    logger.warn(reason)
    on.onWaiting?.()
  }
  const waiting = { onWaiting, ...(signal && { signal }) }
  const databaseWatch = createDatabaseWatch(() => database.ping(), logger)
  const onConnectionError = databaseWatch.reportLostConnection
  const database = opened.use(await openDatabase({ ...config.database, ...waiting, onConnectionError }))
  opened.defer(() => logger.info('Closing the database'))
  logger.info(`Opened ${database.description}`)
  for (const warning of database.warnings) logger.warn(warning)

  if (config.database.migrate === 'off') await assertMigrated(database)
  else {
    const applied = await migrateToLatest(database, waiting)
    if (applied.length > 0) {
      const { find } = createZoneNames()
      logger.info({ migrations: applied }, 'Migrated the database')
      // A large table may take too long; the doctor counts again.
      const unknown = await findUnknownZones(database, (zone) => find(zone) !== undefined).catch(
        () => undefined,
      )
      if (unknown !== undefined && unknown.count > 0)
        logger.warn(
          `Records with a zone that does not exist: ${unknown.count}. "npx registry doctor" lists them.`,
        )
    }
  }
  await settleChangeFeed(database)
  signal?.throwIfAborted()
  return { database, databaseWatch }
}

/** Connects in the background: without the replica, everything is read from the primary. */
function openReplica(
  opened: AsyncDisposableStack,
  { config, logger, primaryTail }: Opening & { primaryTail: Tail },
): Replica | undefined {
  const { readUrl, maxLagSeconds, ...options } = config.database
  if (readUrl === undefined) return undefined
  const onConnectionError = (err: Error) => logger.warn({ err }, 'Lost a connection to the replica')
  // A replica does not confirm writes, so its settings do not matter.
  const open = () =>
    openDatabase({
      ...options,
      url: readUrl,
      role: 'any',
      durability: 'trusted',
      waitSeconds: 0,
      onConnectionError,
    })
  return opened.use(startReplica({ open, primaryTail, maxLagSeconds, logger }))
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
