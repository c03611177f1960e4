import type { AwaitedPositions } from './awaited-positions.ts'
import type { LagMeter } from './lag-meter.ts'

/** Whether the replica is read, and why not. */
export type ReplicaUse = Disposable & {
  readonly isUsed: boolean
  /** The replica has answered. */
  answered(): void
  /** The replica has failed: it is not used for two seconds, and not before it answers. */
  doubt(error: unknown): void
  /** Decides again. */
  update(): void
}

// A replica that does not answer for this long is not read.
const SILENCE_MILLISECONDS = 1000
const CHECK_MILLISECONDS = 100
// Each change of server empties the cache.
const REST_MILLISECONDS = 2000

/** `onUsed` is called whenever that changes. */
export function createReplicaUse({
  meter,
  positions,
  maxLagSeconds,
  onUsed,
}: {
  meter: LagMeter
  positions: AwaitedPositions
  maxLagSeconds: number
  onUsed: (isUsed: boolean, reason: string | undefined) => void
}): ReplicaUse {
  let isUsed = false
  let answeredAt = Number.NEGATIVE_INFINITY
  let failure: string | undefined
  let restsUntil = 0

  function findReasonAgainst(): string | undefined {
    const now = performance.now()
    if (now < restsUntil || now - answeredAt > SILENCE_MILLISECONDS) return failure ?? 'It does not answer'
    if (meter.seconds() > maxLagSeconds) return `It is ${Math.round(meter.seconds())} s behind`
    return positions.areMissing ? 'It lacks a write that a reader has made' : undefined
  }
  function update(): void {
    const reason = findReasonAgainst()
    if (isUsed === (reason === undefined)) return
    isUsed = !isUsed
    onUsed(isUsed, reason)
  }
  const timer = setInterval(update, CHECK_MILLISECONDS).unref()

  return {
    get isUsed() {
      return isUsed
    },
    answered: () => {
      answeredAt = performance.now()
      update()
    },
    doubt: (error) => {
      restsUntil = performance.now() + REST_MILLISECONDS
      failure = error instanceof Error ? error.message : String(error)
      update()
    },
    update,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
