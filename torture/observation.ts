import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { watchHealth } from './health-watch.ts'
import type { Load } from './load.ts'

/** What has been observed of the service since a fault began. */
export type Observation = {
  /** How many requests had this status; `none` if a connection was refused or lost. */
  answers(status: number | 'none'): number
  /** The longest time that a request took or has waited so far, in milliseconds. */
  slowest(): number
  /** How many connections the service opened to the server. */
  reconnections(server: 'postgres' | 'redis'): number
  /** Whether an instance reported Redis as down, or logged a warning about it. */
  hasMissedRedis(): boolean
}

const WARNING = 40

/** Observes from now on, until stopped. */
export function startObservation(
  { instances, postgresProxy, redisProxy }: Cluster,
  load: Load,
): Observation & { stop(): Promise<void> } {
  const answers = new Map(load.answers)
  const operations = load.history.length
  const accepted = { postgres: postgresProxy.accepted, redis: redisProxy.accepted }
  const lines = new Map(instances.map((instance) => [instance, instance.log.length]))
  const health = watchHealth(instances)
  return {
    answers: (status) => (load.answers.get(status) ?? 0) - (answers.get(status) ?? 0),
    slowest: () =>
      load.history
        .slice(operations)
        .reduce((slowest, { startedAt, endedAt }) => Math.max(slowest, endedAt - startedAt), load.waiting()),
    reconnections: (server) =>
      (server === 'postgres' ? postgresProxy : redisProxy).accepted - accepted[server],
    hasMissedRedis: () =>
      health.samples.some(({ redis }) => redis === false) ||
      instances.some((instance) =>
        instance.log
          .slice(lines.get(instance))
          .some(({ level, msg }) => Number(level) >= WARNING && String(msg).includes('Redis')),
      ),
    stop: health.stop,
  }
}

const MAX_HOLD_MILLISECONDS = 60_000

/**
 * Lets a fault last for a while, and until it has affected the service or the given condition holds. Resolves to false
 * if neither happens within 60 s.
 */
export type Hold = (isDone?: () => boolean | Promise<boolean>) => Promise<boolean>

/** `milliseconds` is the minimum time. */
export function createHold(milliseconds: number, isFelt: () => boolean): Hold {
  return async (isDone = isFelt) => {
    await sleep(milliseconds)
    const deadline = performance.now() + MAX_HOLD_MILLISECONDS
    while (!(await isDone())) {
      if (performance.now() > deadline) return false
      await sleep(50)
    }
    return true
  }
}
