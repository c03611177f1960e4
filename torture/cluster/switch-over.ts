import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { queryOnce } from '../cluster.ts'
import type { ReferenceCluster } from './cluster.ts'
import type { PatroniNode } from './patroni-node.ts'
import type { RegionalServers } from './region.ts'

/** Makes another machine the primary without a failed request. */
export async function switchOver(cluster: ReferenceCluster, to?: PatroniNode): Promise<void> {
  const { patroni, eu, us } = cluster
  // A candidate must be the synchronous standby, so that nothing is lost.
  await patroni.complete()
  // The primary writes another checkpoint when it stops, which then has little left to do.
  await queryOnce(await cluster.primaryUrl(), 'checkpoint')
  await whilePaused([eu, us], () => patroni.switchOver(to))
}

/** PgBouncer holds statements back during the work; the service waits three seconds for them at most. */
export async function whilePaused(
  regions: readonly RegionalServers[],
  work: () => Promise<void>,
): Promise<void> {
  await Promise.all(regions.map(({ pgbouncer }) => pgbouncer.command('PAUSE')))
  try {
    await work()
  } finally {
    await Promise.all(regions.map(resumeWhenReady))
  }
}

/** Lets statements through once the region's HAProxy forwards to the primary, and to no standby. */
async function resumeWhenReady({ haproxy, pgbouncer }: RegionalServers): Promise<void> {
  const url = `postgres://postgres@${haproxy.address}:${haproxy.port}/postgres`
  const isPrimary = async () => {
    try {
      const { rows } = await queryOnce(url, 'select not pg_is_in_recovery() as is_primary')
      return rows[0].is_primary === true
    } catch {
      return false
    }
  }
  // A new process takes turns between all servers until it has checked them.
  const alwaysPrimary = async () => (await Promise.all([1, 2, 3].map(isPrimary))).every(Boolean)
  await waitUntil(alwaysPrimary, 'HAProxy to forward to the primary', 30)
  await pgbouncer.command('RESUME')
}
