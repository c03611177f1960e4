import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { checkRecords } from '../check-records.ts'
import { OUTAGE_GRACE_MILLISECONDS, type Rules } from '../history.ts'
import type { Instance } from '../instance.ts'
import { type Load, startLoad } from '../load.ts'
import { type Mirror, startMirror } from '../mirror.ts'
import { findDifferences } from '../mirror-oracle.ts'
import type { ReferenceCluster } from './cluster.ts'
import { type OwnWrites, startOwnWrites } from './own-writes.ts'

/** The clients that use the cluster while something is broken. */
export type Clients = {
  /** Milliseconds from `from` (by `performance.now()`) until every instance has answered a write. */
  recover(from: number): Promise<number>
  /** Resolves to what they saw, once the regions and the mirrors have caught up. */
  stop(): Promise<Report>
}

/** What was seen; each text describes a broken promise. */
type Report = {
  /** The number of responses by status; `none` if a connection was refused or broke. */
  proxied: string
  direct: string
  /** How many requests through nginx failed, and the first of them. */
  failed: number
  failures: readonly string[]
  lost: string[]
  stale: string[]
  ownStale: readonly string[]
  ownSeen: number
  mirrored: string[]
  changes: number
  wrong: string[]
  /** The longest time without a good response through nginx, in milliseconds. */
  silence: number
}

const RECOVERY_SECONDS = 30
const RULES: Rules = { graceMilliseconds: OUTAGE_GRACE_MILLISECONDS }

/** Resolves when clients are at work: on each instance, through each nginx, as mirrors, and between the regions. */
export async function startClients(cluster: ReferenceCluster): Promise<Clients> {
  const { eu, us } = cluster
  const instances = [...eu.instances, ...us.instances]
  const balancers = [eu, us].map(({ region, nginx }) => ({
    name: `nginx in ${region.name}`,
    address: nginx.address,
  }))
  const working: Working = {
    mirrors: [startMirror(instances, 'changes'), startMirror(instances, 'events')],
    direct: startLoad(instances),
    proxied: startLoad(balancers, { isProxied: true }),
    owners: [
      startOwnWrites({ writeTo: eu.nginx.address, readFrom: us.nginx.address }),
      startOwnWrites({ writeTo: us.nginx.address, readFrom: eu.nginx.address }),
    ],
  }
  const { direct } = working
  await waitUntil(() => direct.writesAnswered.length > 50, 'the clients to work')

  return {
    recover: async (from) => {
      const firstAfter = (name: string) =>
        direct.writesAnswered.find(({ at, instance }) => at > from && instance === name)?.at
      const allAnswered = () => instances.every(({ name }) => firstAfter(name) !== undefined)
      await waitUntil(allAnswered, 'writes on every instance', RECOVERY_SECONDS)
      return Math.max(...instances.map(({ name }) => firstAfter(name) ?? 0)) - from
    },
    stop: () => stopAndCheck(cluster, instances, working),
  }
}

type Working = {
  mirrors: readonly Mirror[]
  direct: Load
  proxied: Load
  owners: readonly OwnWrites[]
}

async function stopAndCheck(
  cluster: ReferenceCluster,
  instances: readonly Instance[],
  { mirrors, direct, proxied, owners }: Working,
): Promise<Report> {
  await sleep(1000)
  const silence = proxied.longestSilence()
  await Promise.all([direct, proxied, ...owners].map((clients) => clients.stop()))
  await sleep(OUTAGE_GRACE_MILLISECONDS)
  const url = await cluster.primaryUrl()
  const mirrored = await findDifferences(mirrors, url)
  await Promise.all(mirrors.map((mirror) => mirror.stop()))
  const history = [...direct.history, ...proxied.history]
  return {
    ...(await checkRecords({ instances, postgres: { url } }, history, RULES)),
    proxied: answersOf(proxied),
    direct: answersOf(direct),
    failed: sum([502, 503, 'none' as const].map((status) => proxied.answers.get(status) ?? 0)),
    failures: proxied.failures,
    ownStale: owners.flatMap(({ stale }) => stale),
    ownSeen: sum(owners.map(({ seen }) => seen)),
    mirrored,
    changes: sum(mirrors.map(({ applied }) => applied)),
    wrong: [direct, proxied, ...mirrors].flatMap(({ wrong }) => [...wrong]),
    silence,
  }
}

function answersOf({ answers }: Load): string {
  return [...answers].map(([status, count]) => `${status}: ${count}`).join(', ')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
