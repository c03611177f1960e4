import type { Socket } from 'node:net'
import pg from 'pg'
import type { Database, DatabaseOptions, Query } from './database.ts'

/** A role may have other defaults, but times are read in ISO, and a plain read must not fail as a serializable one. */
export const SESSION_SETTINGS =
  "set datestyle = 'ISO'; set timezone = 'UTC'; set default_transaction_isolation = 'read committed'"

const CLIENT_TIMEOUTS = { connectionTimeoutMillis: 1000, query_timeout: 3000 }
// The server cancels a statement before the client stops waiting for it, so that no connection stays busy.
const SERVER_TIMEOUTS = {
  statement_timeout: 2000,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 5000,
}

export type PoolOptions = Pick<DatabaseOptions, 'poolSize' | 'onConnectionError'> & {
  isPooled: boolean
  /** How long a connection is used; 0: for ever. */
  lifetimeSeconds?: number
  /** Replace those of the service's statements. */
  timeouts?: pg.ClientConfig
}

/** A pool of connections to the primary: a standby is refused. */
export function createPool(
  url: string,
  { isPooled, poolSize, onConnectionError, lifetimeSeconds = 1800, timeouts }: PoolOptions,
): pg.Pool & Pick<Database, 'closeOthers'> {
  const startedAt = new WeakMap<pg.ClientBase, string>()
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'timezone-registry',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...CLIENT_TIMEOUTS,
    // A pooler shares its connections between clients and refuses parameters for a single client.
    ...(isPooled ? {} : SERVER_TIMEOUTS),
    ...timeouts,
    max: poolSize,
    maxLifetimeSeconds: lifetimeSeconds,
    Client,
    onConnect: async (client: pg.ClientBase) => {
      await assertPrimary(client)
      if (isPooled) return
      await client.query(SESSION_SETTINGS)
      const { rows } = await client.query('select pg_postmaster_start_time()::text as started')
      startedAt.set(client, rows[0]?.started)
    },
  })
  // Without listeners, a connection that breaks, idle or in use, ends the process.
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  return Object.assign(pool, { closeOthers: createCloseOthers(pool, startedAt) })
}

/** An error in the packet that accepts a connection comes before the pool listens, and would end the process. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    this.on('error', () => {})
  }
}

/** Thrown for a server that answers, but is not the one to use. PostgreSQL's code for a write on a standby. */
class StandbyError extends Error {
  override readonly name = 'StandbyError'
  readonly code = '25006'
}

/** Rejects with `StandbyError` if this connection's server is a standby. */
async function assertPrimary(client: pg.ClientBase & { host?: string; port?: number }): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
  if (rows[0]?.is_standby !== true) return
  throw new StandbyError(`${client.host}:${client.port} is a standby, which refuses writes`)
}

function createCloseOthers(pool: pg.Pool, startedAt: WeakMap<pg.ClientBase, string>) {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  return (started: string) => {
    for (const client of open) {
      const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection
      if (startedAt.has(client) && startedAt.get(client) !== started) stream.destroy()
    }
  }
}

/** With one of these off, a crash may lose an acknowledged write. */
const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

// A role's settings apply to new connections, and a pooler keeps its own open.
const RECONNECT = "Then run RECONNECT in PgBouncer's console."

/** Throws unless the server has UTF-8 and, without `trusted`, settings under which a committed write survives a crash. */
export async function assertServerFits(query: Query, durability: 'checked' | 'trusted'): Promise<void> {
  const { rows } = await query(
    "select name, setting from pg_settings where name in ('server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')",
  )
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [String(name), String(setting)]))
  if (settings.server_encoding !== 'UTF8')
    throw new Error(`The database’s encoding is ${settings.server_encoding}; create it with encoding UTF8.`)
  if (durability === 'trusted') return
  const unsafe = DURABILITY_SETTINGS.filter((name) => settings[name] === 'off')
  if (unsafe.length > 0)
    throw new Error(
      `The database server may lose acknowledged writes. Switch on ${unsafe.join(' and ')}, or set DATABASE_DURABILITY=trusted if its storage is durable anyway (as with some hosted databases).`,
    )
}

/**
 * True if there is a pooler such as PgBouncer between this client and the server. A pooler handles the start of a
 * connection itself and reports a process id other than that of the server process that executes the statements.
 */
export async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as pg.Client & { processID: number | null }).processID
}

/**
 * The same pool or connection, but sends each statement without its name. A named statement exists on only one
 * connection to the server, and a pooler in transaction mode may execute the next use on another one (PgBouncer before
 * 1.21 does).
 */
export function withoutStatementNames<Client extends pg.Pool | pg.PoolClient>(client: Client): Client {
  return Object.create(client, {
    query: {
      value: (statement: string | pg.QueryConfig, parameters?: unknown[]) =>
        (client as pg.Pool).query(
          typeof statement === 'string' ? statement : { ...statement, name: undefined },
          parameters,
        ),
    },
  })
}

/** Behind a pooler, only the role can set timeouts. Throws if times arrive in a format that cannot be read. */
export async function inspectPooler(query: Query): Promise<string[]> {
  const { rows } = await query(
    "select current_user::text as role, current_setting('datestyle') as style, string_agg(name, ' and ' order by name) as missing from pg_settings where name in ('statement_timeout', 'lock_timeout') and setting = '0'",
  )
  const { role, style, missing } = rows[0] ?? {}
  const identifier = pg.escapeIdentifier(String(role))
  if (!String(style).startsWith('ISO'))
    throw new Error(
      `DateStyle is ${style}, which this service cannot set through a pooler. Run: ALTER ROLE ${identifier} SET datestyle = 'ISO'. ${RECONNECT}`,
    )
  if (typeof missing !== 'string') return []
  return [
    `The role ${identifier} has no ${missing}, which this service cannot set through a pooler. Run: ALTER ROLE ${identifier} SET statement_timeout = '2s'; ALTER ROLE ${identifier} SET lock_timeout = '1s'. ${RECONNECT}`,
  ]
}
