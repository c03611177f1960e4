import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { startTestRedis } from '@timezone-registry/test-servers/redis'
import pg from 'pg'
import { parentOf } from '../measuring/processor.ts'
import { findRedisPid } from './redis-command.ts'

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** The servers that every subject shares, and what describes them. */
export type Environment = {
  /** The service's environment variables. */
  readonly env: { DATABASE_URL: string; REDIS_URL: string }
  /** A connection for preparing the tables. */
  readonly database: pg.Client
  /** Version, origin and JIT setting of the PostgreSQL server. */
  readonly serverDescription: string
  readonly postgresPid: number
  readonly redisPid: number
  /** The process ids of PostgreSQL and Redis: together with the service's own, they serve a request. */
  readonly serverPids: readonly number[]
  /** Path of `pgbench`, where one is installed. */
  readonly pgbench: string | undefined
} & AsyncDisposable

/** Starts the distribution's PostgreSQL with its default settings, else npm's, and a Redis. */
export async function openEnvironment(): Promise<Environment> {
  await using opened = new AsyncDisposableStack()
  const binaries = findDistributionBinaries()
  const postgres = opened.use(await startTestPostgres(binaries === undefined ? {} : { binaries }))
  const redis = opened.use(await startTestRedis({ toBreak: true }))
  const database = new pg.Client(postgres.url)
  // A statement in flight rejects by itself.
  database.on('error', (error) => console.error(error.message))
  await database.connect()
  opened.defer(() => database.end())
  const { rows } = await database.query(
    "select pg_backend_pid() pid, current_setting('server_version') version, current_setting('jit') jit, pg_jit_available() compiles",
  )
  const [{ pid, version, jit, compiles }] = rows
  const origin = binaries === undefined ? 'npm’s' : 'the distribution’s'
  const compiled = jit === 'on' && compiles ? 'with' : 'without'
  const postgresPid = parentOf(pid)
  const redisPid = await findRedisPid(redis.url)
  const stack = opened.move()
  return {
    env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url },
    database,
    serverDescription: `${origin} PostgreSQL ${version.split(' ')[0]} ${compiled} JIT`,
    postgresPid,
    redisPid,
    serverPids: [postgresPid, redisPid],
    pgbench: binaries === undefined ? undefined : join(binaries, 'pgbench'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function findDistributionBinaries(): string | undefined {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : []
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_POSTGRES, version, 'bin'))
    .find((folder) => ['postgres', 'initdb', 'pgbench'].every((program) => existsSync(join(folder, program))))
}
