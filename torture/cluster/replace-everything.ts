import { setTimeout as sleep } from 'node:timers/promises'
import type { ReferenceCluster } from './cluster.ts'
import type { RegionalServers } from './region.ts'
import { switchOver, whilePaused } from './switch-over.ts'

/** Longer than the balancers need to notice that a server is back. */
const PAUSE_MILLISECONDS = 2000

/** Restarts every program as for its upgrade: one machine after the other, and each primary after another has replaced it. */
export async function replaceEverything(cluster: ReferenceCluster): Promise<void> {
  const { patroni, eu, us } = cluster
  for (const region of [eu, us]) {
    await region.redis.server.restart()
    await region.redis.complete()
    await replaceBalancers(region)
    await replaceInstances(region)
  }
  for (const member of patroni.etcd.values()) {
    await member.restart()
    await sleep(PAUSE_MILLISECONDS)
  }
  const first = await patroni.leader()
  for (const node of patroni.nodes) {
    if (node === first) continue
    await node.restartPostgres()
    await patroni.complete()
  }
  await switchOver(cluster)
  await patroni.complete()
  await first?.restartPostgres()
  await patroni.complete()
}

async function replaceBalancers(region: RegionalServers): Promise<void> {
  const { haproxy, pgbouncer, nginx } = region
  // Otherwise a statement may be in flight through the HAProxy process that ends.
  await whilePaused([region], haproxy.server.replace)
  await sleep(PAUSE_MILLISECONDS)
  await pgbouncer.server.replace()
  nginx.server.signal('SIGHUP')
  await sleep(PAUSE_MILLISECONDS)
}

/** Restarts the instances one by one, each with the version that is now set for it. */
export async function replaceInstances({ instances }: RegionalServers): Promise<void> {
  for (const instance of instances) {
    instance.process.kill('SIGTERM')
    await instance.process.ended()
    await instance.start()
    await sleep(PAUSE_MILLISECONDS)
  }
}
