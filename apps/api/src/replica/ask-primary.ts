import type { Database } from '@timezone-registry/db'
import type { LagMeter } from './lag-meter.ts'
import { sleepUnless } from './replica-follower.ts'
import { findServerProgress } from './replica-queries.ts'

const ASK_PRIMARY_MILLISECONDS = 500
// With synchronous replication, a standby replays a commit before the primary shows it, so it is briefly ahead.
const QUESTIONS_WHILE_COMMITS_WAIT = 10

/**
 * Asks the primary for its progress twice a second, until this is disposed. `onDiverged` is called if the replica was
 * further ahead five seconds ago than the primary is now: it then has transactions that the primary lacks, as after a
 * failover that lost some.
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
  // The replica's progress when the primary was last asked, oldest first.
  const replicaReached: number[] = []
  async function askOnce(): Promise<void> {
    const askedAt = performance.now()
    const { reached } = await findServerProgress(primary)
    meter.note(reached, askedAt)
    const oldest = replicaReached.length === QUESTIONS_WHILE_COMMITS_WAIT ? replicaReached.shift() : undefined
    replicaReached.push(meter.replicaReached)
    if (oldest !== undefined && oldest > reached)
      onDiverged(new Error('It has transactions that the primary lacks, so it is not a copy of it'))
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
