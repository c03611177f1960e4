import { startTestPatroni, type TestPatroni } from '@timezone-registry/test-servers/patroni'
import { findDebianBinaries } from '@timezone-registry/test-servers/postgres-binaries'
import { startTestRedisCluster, type TestRedisCluster } from '@timezone-registry/test-servers/redis-cluster'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { queryOnce } from './cluster.ts'
import { type Instance, startInstance } from './instance.ts'

const DATABASE = 'registry'
const REGIONS = ['eu-1', 'eu-2', 'us-1', 'us-2']
/** How old a read on another instance may be while nothing is broken, or while a replica is behind. */
export const MAX_LAG_SECONDS = 2

/**
 * Three machines with PostgreSQL under Patroni, which replicate synchronously; a Redis Cluster of six nodes; and four
 * instances of the service, which write to the primary and read from a standby.
 */
export type ReferenceCluster = AsyncDisposable & {
  readonly patroni: TestPatroni
  readonly redis: TestRedisCluster
  readonly instances: readonly Instance[]
  /** The URL of the database on the primary; resolves when there is one. */
  primaryUrl(): Promise<string>
}

/** Needs Debian's `postgresql`, `patroni`, `etcd-server` and `redis-server`. */
export async function openReferenceCluster(): Promise<ReferenceCluster> {
  await using opened = new AsyncDisposableStack()
  const binaries = findDebianBinaries(['postgres', 'pg_rewind'])
  if (binaries === undefined) throw new Error('PostgreSQL is not installed')
  const patroni = opened.use(await startTestPatroni({ binaries }))
  const redis = opened.use(await startTestRedisCluster())
  const primaryUrl = async (database = DATABASE) => {
    await waitUntil(async () => (await patroni.leader()) !== undefined, 'a primary', 60)
    const leader = await patroni.leader()
    return `postgres://postgres@${leader?.host}/${database}`
  }
  await queryOnce(await primaryUrl('postgres'), `create database ${DATABASE}`)
  const url = `postgres://postgres@${patroni.nodes.map(({ host }) => host).join(',')}/${DATABASE}`
  const env = {
    DATABASE_URL: url,
    DATABASE_READ_URL: url,
    DATABASE_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS),
    REDIS_URL: redis.url,
  }
  const instances: Instance[] = []
  // In sequence, because the first migrates the database.
  for (const name of REGIONS) instances.push(opened.use(await startInstance(name, env)))
  const resources = opened.move()
  return {
    patroni,
    redis,
    instances,
    primaryUrl: () => primaryUrl(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
