import type { Config } from '@timezone-registry/config'
import { type Database, openDatabase } from '@timezone-registry/db'
import { assertMigrated, migrateToLatest } from '@timezone-registry/db/migrate'
import { findBackupAge, startBackups } from '@timezone-registry/db/scheduled-backups'
import { settleChangeFeed } from '@timezone-registry/db/settle-feed'
import { startTail } from '../feed/tail.ts'
import { createHealth } from '../health/health.ts'
import type { Logger } from '../logger.ts'
import { openRedisPool } from '../redis/redis-pool.ts'

/** Where the service keeps its data, and how it learns of changes. */
export type Storage = Awaited<ReturnType<typeof openStorage>>

type Starting = {
  config: Config
  logger: Logger
  version: string
  signal?: AbortSignal
}

/**
 * Opens the database and migrates it, and connects to Redis. Rejects if the database is not usable, or if `signal` ends the
 * waiting for locks.
 */
export async function openStorage(opened: AsyncDisposableStack, options: Starting) {
  const { config, logger } = options
  const health = createHealth({
    database: () => database.ping(),
    redis: async () => redis?.ping(),
    logger,
  })
  const onConnectionError = health.reportLostConnection
  const database: Database = opened.use(await openDatabase({ ...config.database, onConnectionError }))
  opened.defer(() => logger.info('Closing the database'))
  opened.defer(health.stopAccepting)
  logger.info(`Opened ${database.description}`)
  for (const warning of database.warnings) logger.warn(warning)
  await migrate(database, options)

  const redis = config.redis && opened.use(await openRedisPool({ ...config.redis, logger }))
  if (redis !== undefined) opened.defer(() => logger.info('Closing the connections to Redis'))
  const tail = opened.use(startTail(database, logger, health.reportFailure))
  return { database, health, redis, tail, findBackupAge: scheduleBackups(opened, database, options) }
}

/** Brings the database to the current schema. */
async function migrate(database: Database, { config, logger, signal }: Starting): Promise<void> {
  const { waitSeconds } = config.database
  const waiting = { waitSeconds, onWaiting: (reason: string) => logger.warn(reason), signal }
  if (config.database.migrate === 'off') await assertMigrated(database)
  else {
    const applied = await migrateToLatest(database, waiting)
    if (applied.length > 0) logger.info({ migrations: applied }, 'Migrated the database')
  }
  await settleChangeFeed(database, waiting)
  signal?.throwIfAborted()
}

/** Returns a function for the age of the last backup in seconds, NaN if none are made. */
function scheduleBackups(
  opened: AsyncDisposableStack,
  database: Database,
  { config, logger, version }: Starting,
): () => Promise<number> {
  const { backups } = config.database
  if (backups === undefined) return async () => Number.NaN
  const onDone = (file: string) => logger.info({ file }, 'Wrote a backup')
  const onFailure = (err: unknown) => logger.error({ err }, 'Could not write a backup. Trying every minute')
  opened.use(startBackups({ ...backups, database, version, onDone, onFailure }))
  return () => findBackupAge(backups.directory)
}
