import type { Database } from '@timezone-registry/db'
import type { LagMeter } from './lag-meter.ts'
import { sleepUnless } from './replica-follower.ts'
import { findProgress } from './replica-queries.ts'

const ASK_PRIMARY_MILLISECONDS = 500

/**
 * Asks the primary twice a second how far it has come, until this is disposed. `onDiverged` is called whenever the replica
 * had come further: then it has transactions of its own, as after a failover that lost some.
 */
export function startAsking({
  primary,
  meter,
  onDiverged,
}: {
  primary: Database
  meter: LagMeter
  onDiverged: (error: Error) => void
}): AsyncDisposable {
  const closed = new AbortController()
  async function askOnce(): Promise<void> {
    const replicaReached = meter.replicaReached
    const { reached } = await findProgress(primary)
    meter.note(reached)
    if (replicaReached > reached)
      onDiverged(new Error('It has what the primary has not, so it is no copy of it'))
  }
  async function ask(): Promise<void> {
    while (!closed.signal.aborted) {
      await askOnce().catch(() => {})
      await sleepUnless(closed.signal, ASK_PRIMARY_MILLISECONDS)
    }
  }
  const asking = ask()
  return {
    [Symbol.asyncDispose]: async () => {
      closed.abort()
      await asking
    },
  }
}
