import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, DatabaseOptions, Query } from './database.ts'
import { databaseErrorKind, isRefusedConnection, MigrationError, messageOf } from './database-error.ts'
import {
  assertServerFits,
  createPool,
  inspectPooler,
  isBehindPooler,
  type PoolOptions,
  SESSION_SETTINGS,
  withoutStatementNames,
} from './server-pool.ts'
import { inTransaction, isBroken, type LockingOptions, waitingFor } from './transaction.ts'

export type { Database, DatabaseOptions, Query } from './database.ts'

// Outside the pool. A migration or a scan of a large table may take minutes, but a frozen server still needs a limit.
const LONG_TIMEOUTS = { connectionTimeoutMillis: 5000, query_timeout: 300_000 }
const RETRY_MILLISECONDS = 500

/** Rejects if the server is unavailable, refuses the credentials, or may lose what it commits. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) return openServer(options.url, options)
  // PGlite is a whole PostgreSQL in WebAssembly, so load it only when it is used.
  const { openEmbedded } = await import('./embedded-database.ts')
  return openEmbedded(options.dataDir)
}

/** Connects to a server, directly or through a pooler in transaction mode. Rejects as `openDatabase` does. */
async function openServer(url: string, options: DatabaseOptions): Promise<Database> {
  const { onConnectionError } = options
  const withClient = createWithClient(url, { onConnectionError })
  const inspect = () =>
    withClient(async (client, query) => {
      await assertServerFits(query, options.durability)
      const isPooled = await isBehindPooler(client)
      return { isPooled, warnings: isPooled ? await inspectPooler(query) : [] }
    })

  const description = describeServer(url)
  const { isPooled, warnings } = await inspect()
  const open = (size: Pick<DatabaseOptions, 'poolSize'> & { lifetimeSeconds?: number }) =>
    openPool(url, { ...options, isPooled, ...size })
  const { pool, ...shared } = open(options)
  return {
    description: isPooled ? `${description} through a pooler` : description,
    isServer: true,
    isPooled,
    warnings,
    ...shared,
    transaction: (run) => inPoolTransaction(pool, { run, isPooled }),
    openConnection: () => asDisposable(open({ poolSize: 1, lifetimeSeconds: 0 })),
    closeOthers: pool.closeOthers,
    poolCounts: () => countsOf(pool),
    ping: async () => void (await pool.query('select 1')),
    withConnection: (use, { statementSeconds } = {}) =>
      withClient(
        async (_client, query) => {
          if (!isPooled) await query(SESSION_SETTINGS)
          return use(query)
        },
        statementSeconds === undefined ? {} : longerTimeouts(statementSeconds, isPooled),
      ),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

function openPool(url: string, options: PoolOptions) {
  const pool = createPool(url, options)
  return { pool, drizzle: drizzle({ client: options.isPooled ? withoutStatementNames(pool) : pool }) }
}

function asDisposable({ pool, ...shared }: ReturnType<typeof openPool>) {
  return { ...shared, [Symbol.asyncDispose]: () => pool.end() }
}

function countsOf({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

async function inPoolTransaction<T>(
  pool: pg.Pool,
  { run, isPooled }: { run: Parameters<Database['transaction']>[0]; isPooled: boolean },
): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const connection = drizzle({ client: isPooled ? withoutStatementNames(client) : client })
    return await inTransaction(client.query.bind(client), () => run(connection) as Promise<T>)
  } catch (error) {
    failure = isBroken(error) ? (error as Error) : undefined
    throw error
  } finally {
    // Closes a connection that has failed, and the server rolls back.
    client.release(failure)
  }
}

/** Connections outside the pool, each closed after its use. */
function createWithClient(url: string, options: Omit<PoolOptions, 'isPooled' | 'poolSize'>) {
  return async <T>(
    use: (client: pg.PoolClient, query: Query) => Promise<T>,
    timeouts: pg.ClientConfig = {},
  ): Promise<T> => {
    // As behind a pooler, because nobody knows yet whether there is one.
    const single = { ...options, isPooled: true, poolSize: 1, timeouts: { ...LONG_TIMEOUTS, ...timeouts } }
    const pool = createPool(url, single)
    await using _pool = { [Symbol.asyncDispose]: () => pool.end() }
    const client = await pool.connect()
    using _client = { [Symbol.dispose]: () => client.release() }
    return await use(client, (text, parameters) => client.query(text, parameters))
  }
}

/** The client times out after the server, so that no statement continues unnoticed. */
function longerTimeouts(statementSeconds: number, isPooled: boolean): pg.ClientConfig {
  const milliseconds = statementSeconds * 1000
  return {
    query_timeout: milliseconds + 5000,
    ...(!isPooled && { statement_timeout: milliseconds, lock_timeout: milliseconds }),
  }
}

/** Repeats `attempt` for `waitSeconds`; rejects with the last reason, at once for refused credentials. */
export async function retryWhileUnavailable<T>(
  attempt: () => Promise<T>,
  { url, waitSeconds, onWaiting, signal }: LockingOptions & Pick<DatabaseOptions, 'url'>,
): Promise<T> {
  const deadline = performance.now() + waitSeconds * 1000
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const isOver = performance.now() >= deadline
      signal?.throwIfAborted()
      if (isOver || !isTemporary(error)) throw error
      if (attempts === 1)
        onWaiting?.(`${describe(url)} is unavailable (${messageOf(error)}). ${waitingFor(waitSeconds)}`)
    }
    await sleep(RETRY_MILLISECONDS, undefined, signal && { signal })
  }
}

function describe(url: string | undefined): string {
  return url === undefined ? 'The embedded database' : describeServer(url)
}

/** A migration that failed names the driver's error as its cause. */
function isTemporary(error: unknown): boolean {
  const reason = error instanceof MigrationError ? error.cause : error
  const kind = databaseErrorKind(reason)
  return (kind === 'unavailable' || kind === 'storage_full') && !isRefusedConnection(reason)
}

function describeServer(url: string): string {
  const { host, port, database = '' } = new pg.Client({ connectionString: url })
  return `PostgreSQL at ${host.includes(':') ? `[${host}]` : host}:${port}/${database}`
}
