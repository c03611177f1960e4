import type { Database } from '@timezone-registry/db'
import type { LagMeter } from './lag-meter.ts'
import { sleepUnless } from './replica-follower.ts'
import { findProgress } from './replica-queries.ts'

const ASK_PRIMARY_MILLISECONDS = 500

/** Asks the primary twice a second how far it has come, until this is disposed. */
export function startAsking({ primary, meter }: { primary: Database; meter: LagMeter }): AsyncDisposable {
  const closed = new AbortController()
  async function ask(): Promise<void> {
    while (!closed.signal.aborted) {
      await findProgress(primary).then(
        ({ reached }) => meter.note(reached),
        () => {},
      )
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
