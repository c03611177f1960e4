import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from './instance.ts'

/** An instance's view of its servers; undefined if it did not respond. */
export type HealthSample = { instance: string; database: boolean | undefined; redis: boolean | undefined }

const INTERVAL_MILLISECONDS = 100
const TIMEOUT_MILLISECONDS = 2_000

/** Polls every instance's health until stopped. */
export function watchHealth(instances: readonly Instance[]): {
  readonly samples: readonly HealthSample[]
  stop(): Promise<void>
} {
  const samples: HealthSample[] = []
  let stopped = false
  const watching = instances.map(async (instance) => {
    while (!stopped) {
      const answer = await readHealth(instance)
      samples.push({ instance: instance.name, database: answer?.database, redis: answer?.redis })
      await sleep(INTERVAL_MILLISECONDS)
    }
  })
  return {
    samples,
    stop: async () => {
      stopped = true
      await Promise.all(watching)
    },
  }
}

/** The health that an instance reports; undefined if it does not respond. */
export async function readHealth({
  address,
}: Instance): Promise<{ status: string; database: boolean; redis: boolean } | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
    const answer = await fetch(`${address}/v1/health`, { signal })
    return (await answer.json()) as { status: string; database: boolean; redis: boolean }
  } catch {
    return undefined
  }
}
