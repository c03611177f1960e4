import { rootCause } from '@timezone-registry/db/errors'
import type { LagMeter } from './lag-meter.ts'

/** Whether the replica is read, and why not. */
export type ReplicaUse = Disposable & {
  readonly isUsed: boolean
  /** The replica has answered. */
  answered(): void
  /** The replica has failed: it is not used for two seconds, and not before it answers. */
  doubt(error: unknown): void
}

// A replica that does not answer for this long is not read.
const SILENCE_MILLISECONDS = 1000
const CHECK_MILLISECONDS = 100
// Each change of server empties the cache.
const REST_MILLISECONDS = 2000

/** `onUsed` is called whenever that changes. */
export function createReplicaUse({
  meter,
  maxLagSeconds,
  onUsed,
}: {
  meter: LagMeter
  maxLagSeconds: number
  onUsed: (isUsed: boolean, reason: string | undefined) => void
}): ReplicaUse {
  let isUsed = false
  let wasReported = false
  let answeredAt = Number.NEGATIVE_INFINITY
  let failure: string | undefined
  let restsUntil = 0

  function findReasonAgainst(): string | undefined {
    const now = performance.now()
    if (now < restsUntil || now - answeredAt > SILENCE_MILLISECONDS) return failure ?? 'It does not answer'
    // There is nothing else to read then, and `Registry-Lag` states how old it may be.
    if (meter.silentSeconds > 0) return undefined
    return meter.seconds() > maxLagSeconds ? `It is ${Math.round(meter.seconds())} s behind` : undefined
  }
  function update(): void {
    const reason = findReasonAgainst()
    const isChanged = isUsed !== (reason === undefined)
    // At the start, also that it could not be opened, but not that it is still being opened.
    if (!isChanged && (wasReported || failure === undefined)) return
    wasReported = true
    isUsed = reason === undefined
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
      failure = reasonOf(error)
      update()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function reasonOf(error: unknown): string {
  // Of a host with several addresses, only the code tells why none answers.
  const { message, code } = rootCause(error) as Partial<NodeJS.ErrnoException>
  return message || code || String(error)
}
