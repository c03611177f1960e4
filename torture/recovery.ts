import { setTimeout as sleep } from 'node:timers/promises'
import { readHealth } from './health-watch.ts'
import type { Instance } from './instance.ts'
import type { Load } from './load.ts'

// Ten times what the start of a process takes, with what follows.
const MAX_RECOVERY_MILLISECONDS = 60_000

/** Milliseconds until every instance accepts a write, and reaches PostgreSQL and Redis; infinite if that takes too long. */
export async function recover(instances: readonly Instance[], load: Load): Promise<number> {
  const since = performance.now()
  for (const instance of instances) {
    const isBack = async () => {
      const writes = load.writesAnswered.some(({ at, instance: by }) => at > since && by === instance.name)
      const health = await readHealth(instance)
      // Not its status, which reports a full disk for a minute.
      return writes && health?.database === true && health.redis
    }
    while (!(await isBack())) {
      if (performance.now() - since > MAX_RECOVERY_MILLISECONDS) return Number.POSITIVE_INFINITY
      await sleep(10)
    }
  }
  return performance.now() - since
}

/**
 * Finds instances that still hold work after the traffic has stopped: `/health` does not respond, or a shutdown uses up
 * its grace period. Stops every instance.
 */
export async function findPending(instances: readonly Instance[]): Promise<string[]> {
  return (await Promise.all(instances.map(findPendingOf))).flat()
}

async function findPendingOf(instance: Instance): Promise<string[]> {
  const { name, process } = instance
  const health = await readHealth(instance)
  process.kill('SIGTERM')
  const exit = await process.ended()
  return [
    ...(health === undefined ? [`${name} does not answer /health`] : []),
    ...(exit === 0 ? [] : [`${name} ended with ${exit}: ${process.log.at(-1)?.msg}`]),
  ]
}
