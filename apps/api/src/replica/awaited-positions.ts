import { setTimeout as sleep } from 'node:timers/promises'
import type { LagMeter } from './lag-meter.ts'
import type { WritePosition } from './write-position.ts'

/** The positions of writes that readers expect to see on the replica. */
export type AwaitedPositions = {
  /** Resolves to true when the replica has replayed the position, to false if it has not within a second. */
  isReplayed(written: WritePosition): Promise<boolean>
  /** Every position lower than this has been replayed. */
  replayed(below: number): void
}

const PATIENCE_MILLISECONDS = 1000
// A position contains the time of the write, by the clock of the instance that wrote.
const CLOCK_TOLERANCE_SECONDS = 2

/** `lag` is the replica's lag: if it is too large, waiting is pointless. */
export function createAwaitedPositions(
  lag: Pick<LagMeter, 'silentSeconds' | 'seconds'>,
  { patienceMilliseconds = PATIENCE_MILLISECONDS } = {},
): AwaitedPositions {
  const waiting = new Set<{ position: number; resolve: () => void }>()
  let replayedBelow = 0
  return {
    isReplayed: async ({ position, seconds }) => {
      // Perhaps written on another primary, whose transaction numbers mean something else here.
      const isFromSilence = Date.now() / 1000 - seconds - CLOCK_TOLERANCE_SECONDS < lag.silentSeconds
      if (lag.silentSeconds > 0 && isFromSilence) return false
      if (position < replayedBelow) return true
      if (lag.seconds() * 1000 > patienceMilliseconds) return false
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
      return position < replayedBelow
    },
    replayed: (below) => {
      replayedBelow = below
      for (const { position, resolve } of waiting) if (position < below) resolve()
    },
  }
}
