import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '../history.ts'
import { MAX_LAG_SECONDS } from './region.ts'

/** What the instances report about the age of their reads. */
export type LagWatch = {
  /** Whether the instance stated a `Registry-Lag` above `DATABASE_MAX_LAG_SECONDS` around the time of this read. */
  mayBeOld(operation: Operation): boolean
  /** Resolves when its last request has ended. */
  stop(): Promise<void>
}

const INTERVAL_MILLISECONDS = 200
const TIMEOUT_MILLISECONDS = 4000
// How long after an answer the lag in it still counts, because the instance is not asked continuously.
const MARGIN_MILLISECONDS = 1000

/** Asks each instance for its `Registry-Lag` until it is stopped. */
export function startLagWatch(instances: readonly { name: string; address: string }[]): LagWatch {
  const stopped = new AbortController()
  const old: { instance: string; from: number; until: number }[] = []

  async function watch({ name, address }: { name: string; address: string }): Promise<void> {
    while (!stopped.signal.aborted) {
      const seconds = await readLag(address).catch(() => 0)
      const now = performance.now()
      if (seconds > MAX_LAG_SECONDS)
        old.push({ instance: name, from: now - seconds * 1000, until: now + MARGIN_MILLISECONDS })
      await sleep(INTERVAL_MILLISECONDS)
    }
  }
  const watching = Promise.all(instances.map(watch))
  return {
    mayBeOld: ({ kind, instance, startedAt }) =>
      kind === 'read' &&
      old.some((one) => one.instance === instance && one.from <= startedAt && startedAt <= one.until),
    stop: async () => {
      stopped.abort()
      await watching
    },
  }
}

async function readLag(address: string): Promise<number> {
  const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })
  await response.text()
  return Number(response.headers.get('registry-lag') ?? 0)
}
