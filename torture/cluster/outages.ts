import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import type { ReferenceCluster } from './cluster.ts'
import type { RegionalServers } from './region.ts'
import { switchOver } from './switch-over.ts'

/** How long something stays broken if nothing else determines it. */
export const OUTAGE_MILLISECONDS = 8000

/** Loses every packet between the regions, until there has been a primary that accepts writes for a while. */
export async function partition({ network, patroni, eu }: ReferenceCluster): Promise<number> {
  const before = await patroni.leader()
  network.partition()
  // The region with two of three etcd members elects another primary if it does not have it.
  if (before?.machine.region !== eu.region) await patroni.replaced(before)
  await sleep(OUTAGE_MILLISECONDS)
  network.heal()
  const healedAt = performance.now()
  await patroni.complete()
  return healedAt
}

/** Makes a machine of the region the primary if it is not. */
export async function moveTo(cluster: ReferenceCluster, region: 'eu' | 'us'): Promise<void> {
  const { patroni } = cluster
  const leader = await patroni.leader()
  if (leader?.machine.region.name === region) return
  // Only a synchronous standby may become the primary, so for a moment both are.
  await patroni.configure({ synchronous_node_count: 2 })
  const standby = await patroni.standby(region)
  await waitUntil(() => patroni.isSynchronous(standby), 'a synchronous standby in the other region', 30)
  await switchOver(cluster, standby)
  await patroni.configure({ synchronous_node_count: 1 })
  await patroni.complete()
}

/** Freezes or kills the Redis of a region for a while. */
export async function breakRedis({ redis }: RegionalServers, signal: 'SIGSTOP' | 'SIGKILL'): Promise<number> {
  redis.server.signal(signal)
  await sleep(OUTAGE_MILLISECONDS)
  if (signal === 'SIGSTOP') redis.server.signal('SIGCONT')
  else redis.server.start()
  await redis.complete()
  return performance.now()
}
