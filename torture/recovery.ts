import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from './cluster.ts'
import { readHealth } from './health-watch.ts'
import type { Load } from './load.ts'

const MAX_RECOVERY_MILLISECONDS = 15_000
const MAX_HEALTH_MILLISECONDS = 1_000
const MAX_SHUTDOWN_MILLISECONDS = 1_000

/** Milliseconds until every instance answers a write and is healthy; infinite when that takes too long. */
export async function recover(instances: readonly Instance[], load: Load): Promise<number> {
  const since = performance.now()
  for (const instance of instances) {
    const isBack = async () => {
      const writes = load.writesAnswered.some(({ at, instance: by }) => at > since && by === instance.name)
      return writes && (await readHealth(instance))?.status === 'healthy'
    }
    while (!(await isBack())) {
      if (performance.now() - since > MAX_RECOVERY_MILLISECONDS) return Number.POSITIVE_INFINITY
      await sleep(10)
    }
  }
  return performance.now() - since
}

/**
 * What shows from outside that an instance still holds work after the traffic has stopped: a slow answer to `/health`, or
 * a shutdown that has to wait. Starts each instance again.
 */
export async function findPending(instances: readonly Instance[]): Promise<string[]> {
  const pending: string[] = []
  for (const instance of instances) {
    const health = await timed(() => readHealth(instance))
    if (health > MAX_HEALTH_MILLISECONDS) pending.push(`${instance.name}: /health took ${health} ms`)
    const { process } = instance
    process.kill('SIGTERM')
    const shutdown = await timed(async () => {
      const exit = await process.ended()
      if (exit !== 0) pending.push(`${instance.name} ended with ${exit}`)
    })
    if (shutdown > MAX_SHUTDOWN_MILLISECONDS)
      pending.push(`${instance.name}: the shutdown took ${shutdown} ms`)
    await instance.start()
  }
  return pending
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return Math.round(performance.now() - since)
}
