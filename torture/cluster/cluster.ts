import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDebianBinaries } from '@timezone-registry/test-servers/postgres-binaries'
import { queryOnce } from '../cluster.ts'
import { type Network, openNetwork } from './network.ts'
import { type Patroni, startPatroni } from './patroni.ts'
import { DATABASE, type RegionalServers, startRegion } from './region.ts'

/** A packet takes this long from one region to the other: a round trip takes twice as long. */
const DELAY_MILLISECONDS = 20

/**
 * Two regions with two instances of the service each. Three machines (two in eu, one in us) run PostgreSQL under Patroni;
 * the service uses the primary through PgBouncer and HAProxy.
 */
export type ReferenceCluster = AsyncDisposable & {
  readonly network: Network
  readonly patroni: Patroni
  readonly eu: RegionalServers
  readonly us: RegionalServers
  /** The URL of the database on the primary. */
  primaryUrl(): Promise<string>
}

/**
 * `version` is the folder of another version of the service, with its packages installed. Needs root, Linux, and what
 * `torture/cluster/README.md` lists.
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
  const { patroni, primaryUrl } = await startDatabase(opened, network, directory)
  const common = { directory, version }
  // In sequence, because the first instance migrates the database.
  const eu = await startRegion(opened, { ...common, region: network.eu })
  const us = await startRegion(opened, { ...common, region: network.us })
  const resources = opened.move()
  return {
    network,
    patroni,
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
  return { patroni, primaryUrl: () => primaryUrl() }
}
