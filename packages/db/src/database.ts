import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { assertServerFits } from './server-settings.ts'

/** Runs one SQL statement; `$1`… in the text stand for the parameters. */
export type Query = (text: string, parameters?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** A PostgreSQL database, on a server or embedded in this process; the rest of the service cannot tell which. */
export type Database = {
  /** Where the records are, for the log: never with a password. */
  readonly description: string
  /** True for a server that several instances may share. */
  readonly isServer: boolean
  readonly drizzle: PgDatabase<PgQueryResultHKT>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Lends a connection of its own, without the pool's time-outs, for work that needs one session or takes long. */
  withConnection<T>(use: (query: Query) => Promise<T>): Promise<T>
  [Symbol.asyncDispose](): Promise<void>
}

export type DatabaseOptions = {
  /** A `postgres://` URL; absent: the embedded database in `dataDir`. */
  url: string | undefined
  dataDir: string
  /** The most connections at once. */
  poolSize: number
  /** `checked` refuses a server that may lose an answered write; `trusted` believes the operator. */
  durability: 'checked' | 'trusted'
  /** Told of connections that broke while nobody used them. */
  onConnectionError: (error: Error) => void
}

/** Opens the database. Rejects when it is not there or cannot keep what it is given. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) return openServer(options.url, options)
  // A whole PostgreSQL in WebAssembly: only who uses it shall load it.
  const { openEmbedded } = await import('./embedded-database.ts')
  return openEmbedded(options.dataDir)
}

// A statement ends on the server before the client stops waiting for it, so that no connection is left busy.
const POOL_TIMEOUTS = {
  connectionTimeoutMillis: 1000,
  statement_timeout: 2000,
  query_timeout: 3000,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 5000,
}

async function openServer(
  url: string,
  { poolSize, durability, onConnectionError }: DatabaseOptions,
): Promise<Database> {
  const connection = { connectionString: url, application_name: 'timezone-registry', keepAlive: true }
  const pool = new pg.Pool({ ...connection, ...POOL_TIMEOUTS, max: poolSize, maxLifetimeSeconds: 1800 })
  // Unheard, either of these ends the process: a connection that breaks while idle, and one that breaks while lent.
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))

  const database: Database = {
    description: describeServer(url),
    isServer: true,
    drizzle: drizzle({ client: pool }),
    ping: async () => void (await pool.query('select 1')),
    withConnection: async (use) => {
      const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
      client.on('error', onConnectionError)
      await client.connect()
      try {
        return await use((text, parameters) => client.query(text, parameters))
      } finally {
        await client.end()
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
  try {
    await database.withConnection((query) => assertServerFits(query, durability))
  } catch (error) {
    await pool.end()
    throw error
  }
  return database
}

function describeServer(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `PostgreSQL at ${hostname}:${port || 5432}${pathname}`
}
