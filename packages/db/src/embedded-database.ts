import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { DirectoryInUse, explainFailure, lockDataDirectory, lockFile } from './data-directory.ts'
import type { Database, Query } from './database.ts'
import { startUpkeep } from './embedded-upkeep.ts'
import { isServed } from './service-socket.ts'

/** An empty database cluster as PGlite's initdb creates it, written by the build of this package. */
export const TEMPLATE = fileURLToPath(new URL('../dist/pgdata.tar.gz', import.meta.url))

// PGlite clears all shared buffers at the start, by default 128 MB.
const START_PARAMETERS = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'min_wal_size=32MB'],
]
const LOCK_MILLISECONDS = 3000
const LOCK_RETRY_MILLISECONDS = 100

/**
 * Opens the embedded database in a directory, which it locks until it is disposed. The change feed starts a new incarnation:
 * the files may be older than what was last acknowledged, and reading the list again costs mirrors little. Rejects with what to do
 * if the directory or its disk does not serve.
 */
export async function openEmbedded(dataDir: string, template = TEMPLATE): Promise<Database> {
  await using opened = new AsyncDisposableStack()
  opened.use(await waitForLock(dataDir))
  const cluster = join(dataDir, 'pgdata')
  const { onStderr, withReason } = createReasons(cluster)
  const attempt = <T>(run: () => Promise<T>) => explainFailure(dataDir, () => withReason(run))
  const pglite = await attempt(async () => {
    await createCluster(cluster, template)
    createEmptyFolders(cluster)
    // Another directory may lead to the same cluster, and somebody may remove the lock beside it.
    opened.use(lockFile(join(cluster, 'lock')))
    return PGlite.create({ dataDir: cluster, startParams: START_PARAMETERS, onStderr })
  })
  opened.defer(() => attempt(() => pglite.close()))
  await attempt(() => startIncarnation(pglite))
  opened.use(startUpkeep(pglite))
  const warning =
    'The embedded database can lose data in a power failure; set DATABASE_URL unless you are only trying the service out'
  const shared = { drizzle: drizzle({ client: pglite }) }
  const resources = opened.move()
  return {
    description: `embedded PostgreSQL (PGlite) in ${dataDir}`,
    isServer: false,
    isPooled: false,
    warnings: [warning],
    ...shared,
    transaction: (run) => shared.drizzle.transaction(run),
    openConnection: () => ({ ...shared, [Symbol.asyncDispose]: async () => {} }),
    closeOthers: () => {},
    poolCounts: () => undefined,
    ping: async () => {
      // It answers whoever has a transaction open, for which a query would wait.
      if (!pglite.isInTransaction()) await pglite.query('select 1')
    },
    withConnection: (use) => exclusively(pglite, use),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

// As libc says it.
const CODES = {
  'Permission denied': 'EACCES',
  'Read-only file system': 'EROFS',
  'No space left on device': 'ENOSPC',
}
// Where PGlite mounts the cluster.
const MOUNTED = '/pglite/data'

/** Collects why PostgreSQL ends, which only its standard error says: PGlite's own error is `Aborted()`. */
function createReasons(cluster: string) {
  let reason = ''
  function toError(cause: unknown): unknown {
    if (reason === '') return cause
    const [, path, system = ''] = /"([^"]+)": (.+?)\.?$/.exec(reason) ?? []
    const code = CODES[system as keyof typeof CODES]
    const message = reason.replaceAll(MOUNTED, cluster)
    return Object.assign(new Error(message, { cause }), code && { code, path: join(cluster, path ?? '') })
  }
  return {
    onStderr: (line: string) => {
      const [, ending, detail] = /(?:(?:FATAL|PANIC|^postgres): +(.+))|DETAIL: +(.+)/.exec(line) ?? []
      reason = ending ?? (reason && detail ? `${reason}. ${detail}` : reason)
      return true
    },
    withReason: <T>(run: () => Promise<T>): Promise<T> =>
      run().catch((error: unknown) => {
        throw toError(error)
      }),
  }
}

// Those that PostgreSQL keeps while they are empty; Git, zip and object stores do not copy them.
const EMPTY_FOLDERS = [
  ...['commit_ts', 'dynshmem', 'logical', 'notify', 'replslot', 'serial', 'snapshots', 'stat', 'stat_tmp'],
  ...['tblspc', 'twophase', 'logical/mappings', 'logical/snapshots', 'wal/archive_status', 'wal/summaries'],
]

function createEmptyFolders(cluster: string): void {
  for (const name of EMPTY_FOLDERS) {
    const folder = join(cluster, `pg_${name}`)
    if (existsSync(dirname(folder)) && !existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  }
}

/** Locks the data directory once a command, or a service that is stopping, has left it. Rejects if that takes seconds. */
async function waitForLock(dataDir: string): Promise<Disposable> {
  const deadline = performance.now() + LOCK_MILLISECONDS
  for (;;)
    try {
      const lock = lockDataDirectory(dataDir)
      // Somebody may have removed the files that a service has locked.
      if (!(await isServed(dataDir))) return lock
      lock[Symbol.dispose]()
      throw new DirectoryInUse(dataDir)
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || performance.now() > deadline) throw error
      await sleep(LOCK_RETRY_MILLISECONDS)
    }
}

/** Runs `use` without any other query between its own, which are not in a transaction unless it begins one. */
function exclusively<T>(pglite: PGlite, use: (query: Query) => Promise<T>): Promise<T> {
  return pglite.transaction(async (tx) => {
    // Only a transaction keeps PGlite's other queries out. It is a warning that it has ended when PGlite ends it.
    await tx.exec('commit')
    return use((text, parameters) => tx.query(text, parameters))
  })
}

async function startIncarnation(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ exists: boolean }>(
    "select to_regproc('settle_timezone_feed') is not null as exists",
  )
  // A new cluster has no feed yet.
  if (rows[0]?.exists !== true) return
  await pglite.query('select case when not settle_timezone_feed() then start_timezone_incarnation() end')
}

/** Creates a cluster from the template, unless there is one: initdb would take 400 MB and four seconds. */
export async function createCluster(directory: string, template = TEMPLATE): Promise<void> {
  const found = existsSync(directory) ? readdirSync(directory) : []
  if (found.includes('PG_VERSION')) return
  // PGlite would run initdb over it.
  if (found.length > 0) throw new Error(`there is no PG_VERSION in ${directory}`)
  // Renamed when complete, so that an interrupted start, or a full disk, leaves no part of a cluster.
  const incomplete = `${directory}.new`
  const remove = () => rmSync(incomplete, { recursive: true, force: true })
  remove()
  try {
    await mkdir(incomplete, { mode: 0o700 })
    if (existsSync(template)) await unpack(template, incomplete)
    else await (await PGlite.create({ dataDir: incomplete, startParams: START_PARAMETERS })).close()
    renameSync(incomplete, directory)
  } catch (error) {
    remove()
    throw error
  }
}

async function unpack(template: string, directory: string): Promise<void> {
  const { extract } = await import('tar')
  let failure: unknown
  // It only warns about files that it could not write.
  const onwarn = (code: string, _message: unknown, error: unknown) => {
    if (code !== 'TAR_ENTRY_INFO') failure ??= error
  }
  await extract({ file: template, cwd: directory, preserveOwner: false, onwarn })
  if (failure !== undefined) throw failure
}
