import { existsSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { createCleanShutdown, lockDataDirectory } from './data-directory.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { messageOf } from './database-error.ts'
import { exclusively, serveEmbedded, socketPath } from './embedded-socket.ts'

/** An empty database cluster as PGlite's initdb creates it, written by the build of this package. */
export const TEMPLATE = fileURLToPath(new URL('../dist/pgdata.tar.gz', import.meta.url))

// PGlite clears all shared buffers at the start, by default 128 MB.
const START_PARAMETERS = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'min_wal_size=32MB'],
]
const CHECKPOINT_CHECK_MILLISECONDS = 60_000
const LOG_BYTES = 32 * 1024 * 1024

/**
 * Opens the embedded database in a directory, which it locks until it is disposed. If the files may be older than what
 * was last acknowledged, the change feed starts a new incarnation, so that no mirror misses a change. With `hasSocket`,
 * other programs can use it meanwhile.
 */
export async function openEmbedded(
  dataDir: string,
  template = TEMPLATE,
  { hasSocket = false }: Pick<DatabaseOptions, 'hasSocket'> = {},
): Promise<Database> {
  await using opened = new AsyncDisposableStack()
  opened.use(lockDataDirectory(dataDir))
  const cluster = join(dataDir, 'pgdata')
  await unpackTemplate(cluster, template)
  const shutdown = createCleanShutdown(cluster)
  const wasClean = shutdown.take()
  const pglite = await PGlite.create({ dataDir: cluster, startParams: START_PARAMETERS })
  opened.defer(async () => {
    await pglite.close()
    shutdown.note()
  })
  if (!wasClean) await startIncarnation(pglite)
  opened.use(limitLog(pglite))
  const warnings = [
    'The embedded database can lose data in a power failure; set DATABASE_URL unless you are only trying the service out',
  ]
  const listeners: (() => void)[] = []
  const onUse = () => listeners.forEach((listener) => void listener())
  if (hasSocket)
    try {
      opened.use(await serveEmbedded(pglite, { path: socketPath(dataDir), onUse }))
    } catch (error) {
      warnings.push(`Other programs cannot use the database while the service runs. ${messageOf(error)}`)
    }
  const shared = { drizzle: drizzle({ client: pglite }) }
  const resources = opened.move()
  return {
    description: `embedded PostgreSQL (PGlite) in ${dataDir}`,
    isServer: false,
    isPooled: false,
    warnings,
    ...shared,
    transaction: (run) => shared.drizzle.transaction(run),
    openConnection: () => ({ ...shared, [Symbol.asyncDispose]: async () => {} }),
    closeOthers: () => {},
    onOthersUse: (listener) => void listeners.push(listener),
    poolCounts: () => undefined,
    ping: async () => {
      // It answers whoever has a transaction open, for which a query would wait.
      if (!pglite.isInTransaction()) await pglite.query('select 1')
    },
    withConnection: (use) =>
      exclusively(pglite, (tx) => use((text, parameters) => tx.query(text, parameters))),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/**
 * Runs a checkpoint once the write-ahead log has grown, so that its files are used again: PGlite has no process that does
 * this, and would keep all of the log until it is closed.
 */
function limitLog(pglite: PGlite): Disposable {
  const check = async () => {
    const { rows } = await pglite.query<{ grown: boolean }>(
      `select pg_current_wal_lsn() - redo_lsn > ${LOG_BYTES} as grown from pg_control_checkpoint()`,
    )
    if (rows[0]?.grown) await pglite.query('checkpoint')
  }
  // A full disk, for instance, which every write reports.
  const timer = setInterval(() => void check().catch(() => {}), CHECKPOINT_CHECK_MILLISECONDS).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function startIncarnation(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ exists: boolean }>(
    "select to_regproc('settle_timezone_feed') is not null as exists",
  )
  // A new cluster has no feed yet.
  if (rows[0]?.exists !== true) return
  await pglite.query('select case when not settle_timezone_feed() then start_timezone_incarnation() end')
}

/**
 * Creates a cluster in `directory` from the template, unless `directory` exists. Without a template, PGlite runs
 * initdb.
 *
 * For initdb, PGlite starts a second PostgreSQL and copies its whole memory, which takes 400 MB and four seconds.
 */
export async function unpackTemplate(directory: string, template = TEMPLATE): Promise<void> {
  if (existsSync(directory) || !existsSync(template)) return
  // Renamed when complete, so that an interrupted start leaves no part of a cluster.
  const incomplete = `${directory}.new`
  rmSync(incomplete, { recursive: true, force: true })
  await mkdir(incomplete, { recursive: true, mode: 0o700 })
  const { extract } = await import('tar')
  await extract({ file: template, cwd: incomplete, preserveOwner: false })
  renameSync(incomplete, directory)
}
