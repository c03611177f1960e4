import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDebianBinaries } from '@timezone-registry/test-servers/postgres-binaries'
import { queryOnce } from '../../torture/cluster.ts'
import { type Instance, startInstance } from '../../torture/instance.ts'
import { type Pooler, type PrimaryProxy, startHaproxy, startNginx, startPgBouncer } from './balancers.ts'
import { killWhenDisposed } from './kill-when-disposed.ts'
import { type Network, openNetwork, type Region } from './network.ts'
import { type Patroni, startPatroni } from './patroni.ts'
import type { RegionalRedis } from './redis.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { startSentinels } from './sentinels.ts'
import type { Server } from './server.ts'

/** A packet takes this long from one region to the other: a round trip takes twice as long. */
const DELAY_MILLISECONDS = 20
/** How old a read on another instance may be while nothing is broken, or while a replica is behind. */
export const MAX_LAG_SECONDS = 2
const DATABASE = 'registry'

// The numbers of the machines' addresses in each region.
const BALANCER = 3
const INSTANCES = [4, 5] as const
const REDIS_CLUSTER = [11, 12, 13, 14, 15, 16]
const SENTINELS = [11, 12, 13]

/** What a region has besides its database machines. */
export type RegionalServers = {
  readonly region: Region
  readonly redis: RegionalRedis
  readonly haproxy: PrimaryProxy
  /** In front of HAProxy: writes go through it. */
  readonly pgbouncer: Pooler
  readonly instances: readonly [Instance, Instance]
  /** In front of the instances. */
  readonly nginx: { readonly address: string; readonly server: Server }
}

/**
 * Two regions with two instances of the service each. Three machines (two in eu, one in us) run PostgreSQL under Patroni,
 * with PgBouncer in front of each; the service writes through PgBouncer and HAProxy, and reads from a standby.
 */
export type ReferenceCluster = AsyncDisposable & {
  readonly network: Network
  readonly patroni: Patroni
  /** PgBouncer on each database machine, for reads. */
  readonly readPoolers: readonly Pooler[]
  readonly eu: RegionalServers
  readonly us: RegionalServers
  /** The URL of the database on the primary. */
  primaryUrl(): Promise<string>
}

/**
 * `version` is the folder of another version of the service, with its packages installed. Needs root, Linux, and what
 * `deploy/cluster/README.md` lists.
 */
export async function openReferenceCluster({
  version,
}: {
  version?: string | undefined
} = {}): Promise<ReferenceCluster> {
  await using opened = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'registry-cluster-'))
  chmodSync(directory, 0o755)
  opened.defer(() => rmSync(directory, { recursive: true, force: true }))
  const network = opened.use(await openNetwork({ delayMilliseconds: DELAY_MILLISECONDS }))
  const { patroni, readPoolers, primaryUrl } = await startDatabase(opened, network, directory)
  const common = { directory, readPoolers, version }
  // In sequence, because the first instance migrates the database.
  const eu = await startRegion(opened, {
    ...common,
    region: network.eu,
    start: startRedisCluster,
    machines: REDIS_CLUSTER,
  })
  const us = await startRegion(opened, {
    ...common,
    region: network.us,
    start: startSentinels,
    machines: SENTINELS,
  })
  const resources = opened.move()
  return {
    network,
    patroni,
    readPoolers,
    primaryUrl,
    eu,
    us,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function startDatabase(opened: AsyncDisposableStack, { eu, us }: Network, directory: string) {
  const binaries = findDebianBinaries(['postgres', 'pg_rewind'])
  if (binaries === undefined) throw new Error('PostgreSQL is not installed')
  const machines = [
    { name: 'db-1', region: eu, number: 1 },
    { name: 'db-2', region: eu, number: 2 },
    { name: 'db-3', region: us, number: 1 },
  ]
  const patroni = await startPatroni(opened, { machines, directory, binaries })
  const primaryUrl = async (database = DATABASE) =>
    `postgres://postgres@${(await patroni.leader())?.address}/${database}`
  await queryOnce(await primaryUrl('postgres'), `create database ${DATABASE}`)
  for (const setting of ['statement_timeout', 'lock_timeout'])
    await queryOnce(await primaryUrl('postgres'), `alter role postgres set ${setting} = '2800ms'`)
  const readPoolers: Pooler[] = []
  for (const { address, machine } of patroni.nodes) {
    const { region, number } = machine
    const server = { address, port: 5432 }
    readPoolers.push(await startPgBouncer(opened, { region, machine: number, directory, server }))
  }
  return { patroni, readPoolers, primaryUrl: () => primaryUrl() }
}

async function startRegion(
  opened: AsyncDisposableStack,
  {
    region,
    directory,
    readPoolers,
    start,
    machines,
    version,
  }: {
    region: Region
    directory: string
    readPoolers: readonly Pooler[]
    start: typeof startRedisCluster
    machines: readonly number[]
    version: string | undefined
  },
): Promise<RegionalServers> {
  const redis = await start(opened, { region, directory, machines })
  const setup = { region, machine: BALANCER, directory }
  const haproxy = startHaproxy(opened, setup)
  const pgbouncer = await startPgBouncer(opened, { ...setup, server: haproxy })
  const startOne = async (machine: number) => {
    const env = {
      DATABASE_URL: `postgres://postgres@${pgbouncer.host}/${DATABASE}`,
      DATABASE_READ_URL: `postgres://postgres@${nearestFirst(readPoolers, region).join(',')}/${DATABASE}`,
      DATABASE_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS),
      REDIS_URL: redis.url,
      AUTH: 'open',
      HOST: region.address(machine),
      PORT: '3000',
      // Two seconds of draining, in which the balancer uses its kept connections a last time.
      SHUTDOWN_GRACE_SECONDS: '10',
    }
    const name = `${env.HOST}:${env.PORT}`
    const instance = opened.use(await startInstance(name, env, { within: region.within, version }))
    killWhenDisposed(opened, () => [instance.process.pid])
    return instance
  }
  const instances = [await startOne(INSTANCES[0]), await startOne(INSTANCES[1])] as const
  const names = [instances[0].name, instances[1].name] as const
  const nginx = await startNginx(opened, { ...setup, instances: names })
  return { region, redis, haproxy, pgbouncer, instances, nginx }
}

/** Host and port of each. */
function nearestFirst(poolers: readonly Pooler[], region: Region): string[] {
  const isFar = ({ host }: Pooler) => Number(!host.startsWith(region.address(0).slice(0, -1)))
  return poolers.toSorted((a, b) => isFar(a) - isFar(b)).map(({ host }) => host)
}
