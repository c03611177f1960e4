import type { Socket } from 'node:net'
import pg from 'pg'
import type { Database, DatabaseOptions } from './database.ts'
import { assertPrimary, type ServerHost, type ServerHosts } from './server-hosts.ts'
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

/** A pool of connections to the primary; those to another one are closed when it changes. */
export function createPool(
  hosts: ServerHosts,
  { isPooled, poolSize, onConnectionError, lifetimeSeconds = 1800, timeouts }: PoolOptions,
): pg.Pool & Pick<Database, 'closeOthers'> {
  const startedAt = new WeakMap<pg.ClientBase, string>()
  const pool = new pg.Pool({
    connectionString: hosts.all[0]?.url ?? '',
    application_name: 'timezone-registry',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...CLIENT_TIMEOUTS,
    // A pooler shares its connections between clients and refuses parameters for a single client.
    ...(isPooled ? {} : SERVER_TIMEOUTS),
    ...timeouts,
    max: poolSize,
    maxLifetimeSeconds: lifetimeSeconds,
    Client: createClientClass(hosts),
    onConnect: doubting(hosts, async (client: pg.ClientBase) => {
      await assertPrimary(client)
      if (isPooled) return
      await client.query(SESSION_SETTINGS)
      const { rows } = await client.query('select pg_postmaster_start_time()::text as started')
      startedAt.set(client, rows[0]?.started)
    }),
  })
  // Without listeners, a connection that breaks, idle or in use, ends the process.
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  pool.on('release', (error) => {
    if (error) hosts.doubt(error)
  })
  const close = createClose(pool)
  // A server that was replaced may be frozen, and would then keep each statement waiting for its time limit.
  hosts.onMoved((from) => close(({ host, port }) => host === from.host && port === from.port))
  const closeOthers = (started: string) =>
    close((client) => startedAt.has(client) && startedAt.get(client) !== started)
  return Object.assign(pool, { closeOthers })
}

/** Connections that look for their server when the pool opens them. */
function createClientClass(hosts: ServerHosts): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): unknown {
      // The pool listens only once it knows of the connection. An error that comes in the same packet would end the process.
      this.on('error', () => {})
      const connected = hosts.find().then(async ({ host, port }) => {
        Object.assign(this, { host, port })
        return doubting(hosts, () => super.connect())()
      })
      return callback === undefined
        ? connected
        : connected.then(() => callback(null as unknown as Error), callback)
    }
  }
}

function doubting<Arguments extends unknown[], Result>(
  hosts: ServerHosts,
  run: (...args: Arguments) => Promise<Result>,
): (...args: Arguments) => Promise<Result> {
  return (...args) =>
    run(...args).catch((error: unknown) => {
      hosts.doubt(error)
      throw error
    })
}

function createClose(pool: pg.Pool) {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  return (isMeant: (client: pg.PoolClient & ServerHost) => boolean) => {
    for (const client of open) {
      const connected = client as pg.PoolClient & ServerHost & { connection: { stream: Socket } }
      if (isMeant(connected)) connected.connection.stream.destroy()
    }
  }
}
