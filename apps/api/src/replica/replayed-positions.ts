import type { LagMeter } from './lag-meter.ts'
import type { WritePosition } from './write-position.ts'

/** Which writes the replica shows. */
export type ReplayedPositions = {
  /** Whether the replica has replayed the write. Never waits: the position may be forged. */
  isReplayed(written: WritePosition): boolean
  /** Every position lower than this has been replayed. */
  replayed(below: number): void
}

// A position contains the time of the write, by the clock of the instance that wrote.
const CLOCK_TOLERANCE_SECONDS = 2

export function createReplayedPositions(primary: Pick<LagMeter, 'silentSeconds'>): ReplayedPositions {
  let replayedBelow = 0
  return {
    isReplayed: ({ position, seconds }) => {
      // Perhaps written on another primary, whose transaction numbers mean something else here.
      const isFromSilence = Date.now() / 1000 - seconds - CLOCK_TOLERANCE_SECONDS < primary.silentSeconds
      if (primary.silentSeconds > 0 && isFromSilence) return false
      return position < replayedBelow
    },
    replayed: (below) => {
      replayedBelow = below
    },
  }
}
