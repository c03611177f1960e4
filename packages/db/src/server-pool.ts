import type { Socket } from 'node:net'
import pg from 'pg'
import type { Database, DatabaseOptions } from './database.ts'
import { SESSION_SETTINGS } from './server-settings.ts'

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
