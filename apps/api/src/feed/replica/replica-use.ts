import { rootCause } from '@timezone-registry/db/database-error'
import type { LagMeter } from './lag-meter.ts'

/** Whether the replica is read, and why not. */
export type ReplicaUse = Disposable & {
  readonly isUsed: boolean
  /** The replica has answered. */
  responded(): void
  /** The replica has failed: it is not used for two seconds, or until it answers again if that takes longer. */
  reportFailure(error: unknown): void
}

// A replica that does not answer for this long is not read.
const SILENCE_MILLISECONDS = 1000
const CHECK_MILLISECONDS = 100
// Each switch between replica and primary empties the cache.
const REST_MILLISECONDS = 2000

/** `onUsed` is called whenever the replica starts or stops being used. */
export function createReplicaUse({
  meter,
  maxLagSeconds,
  onUsed,
}: {
  meter: LagMeter
  maxLagSeconds: number
  onUsed: (isUsed: boolean, reason: string | undefined) => void
}): ReplicaUse {
  const answers = createAnswers()
  let isUsed = false
  let wasReported = false

  function findReasonAgainst(): string | undefined {
    if (!answers.areCurrent()) return answers.failure() ?? 'It does not answer'
    // Without a primary, there is nothing else to read; `Registry-Lag` states how old the data may be.
    if (meter.silentSeconds > 0) return undefined
    return meter.seconds() > maxLagSeconds ? `It is ${Math.round(meter.seconds())} s behind` : undefined
  }
  function update(): void {
    const reason = findReasonAgainst()
    const isChanged = isUsed !== (reason === undefined)
    // At startup, reports that the replica could not be opened, but not that it is still being opened.
    if (!isChanged && (wasReported || answers.failure() === undefined)) return
    wasReported = true
    isUsed = reason === undefined
    onUsed(isUsed, reason)
  }
  const timer = setInterval(update, CHECK_MILLISECONDS).unref()

  return {
    get isUsed() {
      return isUsed
    },
    responded: () => {
      answers.note()
      update()
    },
    reportFailure: (error) => {
      answers.noteFailure(error)
      update()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** When the replica last answered, and when it last failed. */
function createAnswers() {
  let answeredAt = Number.NEGATIVE_INFINITY
  let restsUntil = 0
  let failure: string | undefined
  return {
    note: () => {
      answeredAt = performance.now()
    },
    noteFailure: (error: unknown) => {
      restsUntil = performance.now() + REST_MILLISECONDS
      failure = reasonOf(error)
    },
    /** False for two seconds after a failure, and while it does not answer. */
    areCurrent: () => {
      const now = performance.now()
      return now >= restsUntil && now - answeredAt <= SILENCE_MILLISECONDS
    },
    /** Why it failed last. */
    failure: () => failure,
  }
}

function reasonOf(error: unknown): string {
  // If a host has several addresses, the error has no message, only a code.
  const { message, code } = rootCause(error) as Partial<NodeJS.ErrnoException>
  return message || code || String(error)
}
