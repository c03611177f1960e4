import { setTimeout as sleep } from 'node:timers/promises'
import type { ReferenceCluster } from './cluster.ts'
import { breakRedis, moveTo, OUTAGE_MILLISECONDS, partition } from './outages.ts'
import { replaceEverything, replaceInstances } from './replace-everything.ts'
import { switchOver } from './switch-over.ts'

/** Breaks something and repairs it. */
export type Break = {
  readonly name: string
  /** How many requests that clients send through nginx may fail; any number by default. */
  readonly mayFail?: number
  /** Resolves to when the service could work again, by `performance.now()`. */
  strike(cluster: ReferenceCluster): Promise<number>
}

// Of tens of thousands. nginx answers 502 to a write on a connection that an instance has not accepted when it stops
// listening. PgBouncer 1.18 refuses a client whose packet it has half read when a new process takes over.
const LOST_AT_RESTARTS = 5

export const BREAKS: readonly Break[] = [
  { name: 'nothing is broken', mayFail: 0, strike: () => wait() },
  {
    name: 'the primary’s machine is lost',
    strike: async ({ patroni }) => {
      const lost = await patroni.leader()
      lost?.lose()
      await patroni.replaced(lost)
      const promotedAt = performance.now()
      lost?.start()
      await patroni.complete()
      return promotedAt
    },
  },
  {
    name: 'the primary’s machine freezes, and its watchdog resets it',
    strike: async ({ patroni }) => {
      const frozen = await patroni.leader()
      frozen?.freeze()
      await patroni.replaced(frozen)
      const promotedAt = performance.now()
      frozen?.lose()
      frozen?.start()
      await patroni.complete()
      return promotedAt
    },
  },
  {
    name: 'the primary’s machine freezes, and continues when another has replaced it',
    strike: async ({ patroni }) => {
      const frozen = await patroni.leader()
      frozen?.freeze()
      await patroni.replaced(frozen)
      const promotedAt = performance.now()
      await sleep(OUTAGE_MILLISECONDS)
      frozen?.resume()
      await patroni.complete()
      return promotedAt
    },
  },
  {
    name: 'another machine becomes the primary, for maintenance',
    mayFail: 0,
    strike: async (cluster) => {
      await switchOver(cluster)
      return performance.now()
    },
  },
  {
    name: 'a standby is lost',
    mayFail: 0,
    strike: async ({ patroni }) => {
      const standby = await patroni.standby('us')
      standby.lose()
      await sleep(OUTAGE_MILLISECONDS)
      standby.start()
      await patroni.complete()
      return performance.now()
    },
  },
  {
    name: 'a standby freezes',
    strike: async ({ patroni }) => {
      const standby = await patroni.synchronousStandby()
      standby.freeze()
      await sleep(OUTAGE_MILLISECONDS)
      standby.resume()
      await patroni.complete()
      return performance.now()
    },
  },
  {
    name: 'the regions cannot reach each other, and the primary is in the larger one',
    strike: async (cluster) => {
      await moveTo(cluster, 'eu')
      return partition(cluster)
    },
  },
  {
    name: 'the regions cannot reach each other, and the primary is in the smaller one',
    strike: async (cluster) => {
      await moveTo(cluster, 'us')
      return partition(cluster)
    },
  },
  {
    name: 'Redis in eu freezes',
    mayFail: 0,
    strike: ({ eu }) => breakRedis(eu, 'SIGSTOP'),
  },
  {
    name: 'Redis in us is lost',
    mayFail: 0,
    strike: ({ us }) => breakRedis(us, 'SIGKILL'),
  },
  {
    name: 'every server is restarted, one after the other',
    mayFail: LOST_AT_RESTARTS,
    strike: async (cluster) => {
      await replaceEverything(cluster)
      return performance.now()
    },
  },
]

/** For a cluster that was opened with an older version of the service. */
export const UPGRADE: Break = {
  name: 'an older version works beside this one, which replaces it',
  mayFail: LOST_AT_RESTARTS,
  strike: async ({ eu, us }) => {
    for (const region of [us, eu]) {
      for (const instance of region.instances) instance.version = undefined
      await replaceInstances(region)
      await sleep(OUTAGE_MILLISECONDS)
    }
    return performance.now()
  },
}

async function wait(): Promise<number> {
  await sleep(OUTAGE_MILLISECONDS)
  return performance.now()
}
