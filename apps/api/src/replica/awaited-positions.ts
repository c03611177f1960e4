import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../errors.ts'
import type { LagMeter } from './lag-meter.ts'
import type { WritePosition } from './write-position.ts'

/** The positions of writes that readers expect to see on the replica. */
export type AwaitedPositions = {
  /** True while the replica lacks a write that a reader has waited for in vain. */
  readonly areMissing: boolean
  /**
   * Resolves when the position has been replayed; after a second it resolves anyway, and the position is missing. Rejects
   * with `Unavailable` if there is no primary to be read instead.
   */
  reach(written: WritePosition): Promise<void>
  /** Every position lower than this has been replayed. */
  replayed(below: number): void
}

const PATIENCE_MILLISECONDS = 1000
// More make no difference.
const MAX_MISSING = 1000
const UNSEEN = 'The write with this Registry-Position cannot be seen here yet. Try again in a moment.'

/** `primary`: how far it has come, because a position that was never written cannot be missing. */
export function createAwaitedPositions(
  primary: Pick<LagMeter, 'primaryReached' | 'silentSeconds'>,
  { patienceMilliseconds = PATIENCE_MILLISECONDS } = {},
): AwaitedPositions {
  const missing = new Set<number>()
  const waiting = new Set<{ position: number; resolve: () => void }>()
  let replayedBelow = 0
  return {
    get areMissing() {
      return missing.size > 0
    },
    reach: async ({ position, seconds }) => {
      // Perhaps on another primary, whose numbers are not those that this replica knows.
      const isFromSilence = Date.now() / 1000 - seconds < primary.silentSeconds
      if (isFromSilence) throw new Unavailable(UNSEEN, { retryAfterSeconds: 1 })
      if (position < replayedBelow) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiter = { position, resolve }
      waiting.add(waiter)
      const patience = new AbortController()
      await Promise.race([
        promise,
        sleep(patienceMilliseconds, undefined, { signal: patience.signal, ref: false }).catch(() => {}),
      ])
      patience.abort()
      waiting.delete(waiter)
      if (position < replayedBelow) return
      if (primary.silentSeconds > 0) throw new Unavailable(UNSEEN, { retryAfterSeconds: 1 })
      if (position < primary.primaryReached && missing.size < MAX_MISSING) missing.add(position)
    },
    replayed: (below) => {
      replayedBelow = below
      for (const position of missing) if (position < below) missing.delete(position)
      for (const { position, resolve } of waiting) if (position < below) resolve()
    },
  }
}
