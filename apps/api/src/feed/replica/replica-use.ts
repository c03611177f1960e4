import { messageOf } from '@timezone-registry/db/database-error'

/** How far a replica is behind, measured on this process's clock only. */
export type LagMeter = {
  /** The transaction number that the replica had reached when it last responded; 0 before. */
  readonly replicaReached: number
  /** How long ago the primary last responded; 0 while it responds. */
  readonly silentSeconds: number
  /** The primary, asked at `askedAt`, had reached this transaction number. */
  note(reached: number, askedAt: number): void
  /** The replica has just reached this transaction number. */
  replayed(reached: number): void
  /** How long ago the primary reached the oldest number that the replica has not; 0 if none is known. */
  seconds(): number
  /** The same, but at least the time since the primary last responded. */
  worstSeconds(): number
}

// Five minutes of notes, twice a second.
const MAX_NOTES = 600
// Three times the interval at which the primary is asked.
const PRIMARY_SILENCE_MILLISECONDS = 1500

export function createLagMeter(now: () => number = performance.now.bind(performance)): LagMeter {
  const primary = createResponseWatch(now)
  // In ascending order.
  const notes: { reached: number; at: number }[] = []
  let primaryReached = 0
  let replicaReached = 0
  const seconds = () => (notes[0] === undefined ? 0 : (now() - notes[0].at) / 1000)
  const silentSeconds = () => primary.silence() / 1000
  return {
    get replicaReached() {
      return replicaReached
    },
    get silentSeconds() {
      return silentSeconds()
    },
    note: (reached, askedAt) => {
      const silentSince = primary.responded(askedAt)
      // What the replica lacks after a silence may have been committed when the silence began.
      if (silentSince !== undefined && notes[0] !== undefined) notes[0].at = silentSince
      if (reached <= primaryReached) return
      primaryReached = reached
      if (reached <= replicaReached) return
      // The oldest note determines the lag, so the newest is dropped.
      if (notes.length === MAX_NOTES) notes.pop()
      notes.push({ reached, at: now() })
    },
    replayed: (reached) => {
      replicaReached = reached
      while (notes[0] !== undefined && notes[0].reached <= reached) notes.shift()
      // A different server, which has replayed less.
      if (notes.length === 0 && reached < primaryReached) notes.push({ reached: primaryReached, at: now() })
    },
    seconds,
    worstSeconds: () => Math.max(seconds(), silentSeconds()),
  }
}

/** Tracks when a server last responded. */
function createResponseWatch(now: () => number) {
  let knownAt = now()
  let silentSince: number | undefined
  const silence = () => {
    const milliseconds = now() - knownAt
    return milliseconds > PRIMARY_SILENCE_MILLISECONDS ? milliseconds : 0
  }
  return {
    /** Milliseconds since the last query that was answered was sent; 0 if that was recent. */
    silence,
    /**
     * The query of that moment was answered. If the previous response ended a silence, returns when the silence began:
     * after a promotion, the replica needs a moment to follow the new primary.
     */
    responded: (askedAt: number): number | undefined => {
      const ended = silentSince
      silentSince = silence() > 0 ? knownAt : undefined
      knownAt = askedAt
      return ended
    },
  }
}

/** Whether the replica is read, and why not. */
export type ReplicaUse = Disposable & {
  readonly isUsed: boolean
  /** The replica has responded. */
  responded(): void
  /** The replica has failed: it is not used for two seconds, or until it responds again if that takes longer. */
  reportFailure(error: unknown): void
}

// A replica that does not respond for this long is not read.
const REPLICA_SILENCE_MILLISECONDS = 1000
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
  let respondedAt = Number.NEGATIVE_INFINITY
  let failure: { reason: string; restsUntil: number } | undefined
  let isUsed = false
  let wasReported = false

  function findReasonAgainst(): string | undefined {
    const now = performance.now()
    const isResponding = now - respondedAt <= REPLICA_SILENCE_MILLISECONDS
    if (!isResponding || now < (failure?.restsUntil ?? 0)) return failure?.reason ?? 'It does not answer'
    // Without a primary, there is nothing else to read; `Registry-Lag` states how old the data may be.
    if (meter.silentSeconds > 0) return undefined
    return meter.seconds() > maxLagSeconds
      ? `The replica is ${Math.round(meter.seconds())} s behind`
      : undefined
  }
  function update(): void {
    const reason = findReasonAgainst()
    const isChanged = isUsed !== (reason === undefined)
    // At startup, reports that the replica could not be opened, but not that it is still being opened.
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
    responded: () => {
      respondedAt = performance.now()
      update()
    },
    reportFailure: (error) => {
      failure = { reason: messageOf(error), restsUntil: performance.now() + REST_MILLISECONDS }
      update()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
