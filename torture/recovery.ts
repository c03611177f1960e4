import { setTimeout as sleep } from 'node:timers/promises'
import { readHealth } from './health-watch.ts'
import type { Instance } from './instance.ts'
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
 * a shutdown that has to wait. Ends every instance.
 */
export async function findPending(instances: readonly Instance[]): Promise<string[]> {
  return (await Promise.all(instances.map(findPendingOf))).flat()
}

async function findPendingOf(instance: Instance): Promise<string[]> {
  const { name, process } = instance
  const health = await timed(() => readHealth(instance))
  process.kill('SIGTERM')
  const shutdown = await timed(() => process.ended())
  const exit = await process.ended()
  return [
    ...(health > MAX_HEALTH_MILLISECONDS ? [`${name}: /health took ${health} ms`] : []),
    ...(shutdown > MAX_SHUTDOWN_MILLISECONDS ? [`${name}: the shutdown took ${shutdown} ms`] : []),
    ...(exit === 0 ? [] : [`${name} ended with ${exit}`]),
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return Math.round(performance.now() - since)
}
