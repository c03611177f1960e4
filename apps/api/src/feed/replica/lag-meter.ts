/** How far a replica is behind, measured on this process's clock only. */
export type LagMeter = {
  /** The highest transaction number in the replica's last answer; 0 before the first answer. */
  readonly replicaReached: number
  /** How long ago the primary last answered; 0 while it answers. */
  readonly silentSeconds: number
  /** The primary, asked at `askedAt`, had reached this transaction number. */
  note(reached: number, askedAt: number): void
  /** The replica has just reached this transaction number. */
  replayed(reached: number): void
  /** How long ago the primary reached the oldest number that the replica has not; 0 if none is known. */
  seconds(): number
  /** The same, but at least the time since the primary last answered. */
  worstSeconds(): number
}

// Five minutes of notes, twice a second.
const MAX_NOTES = 600
// Three times the interval at which the primary is asked.
const SILENCE_MILLISECONDS = 1500

export function createLagMeter(now: () => number = performance.now.bind(performance)): LagMeter {
  const primary = createAnswerWatch(now)
  // In ascending order.
  const notes: { reached: number; at: number }[] = []
  let primaryReached = 0
  let replicaReached = 0
  const seconds = () => (notes[0] === undefined ? 0 : (now() - notes[0].at) / 1000)
  return {
    get replicaReached() {
      return replicaReached
    },
    get silentSeconds() {
      return primary.silence() / 1000
    },
    note: (reached, askedAt) => {
      const silentSince = primary.answered(askedAt)
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
      const left = notes.findIndex((note) => note.reached > reached)
      notes.splice(0, left === -1 ? notes.length : left)
      // A different server, which has replayed less.
      if (notes.length === 0 && reached < primaryReached) notes.push({ reached: primaryReached, at: now() })
    },
    seconds,
    worstSeconds: () => Math.max(seconds(), primary.silence() / 1000),
  }
}

/** Tracks when a server last answered. */
function createAnswerWatch(now: () => number) {
  let knownAt = now()
  let silentSince: number | undefined
  const silence = () => {
    const milliseconds = now() - knownAt
    return milliseconds > SILENCE_MILLISECONDS ? milliseconds : 0
  }
  return {
    /** Milliseconds since the last question that was answered; 0 if that was recent. Answers may be delayed. */
    silence,
    /**
     * The question of that moment was answered. If the previous answer ended a silence, returns when the silence began:
     * after a promotion, the replica needs a moment to follow the new primary.
     */
    answered: (askedAt: number): number | undefined => {
      const ended = silentSince
      silentSince = silence() > 0 ? knownAt : undefined
      knownAt = askedAt
      return ended
    },
  }
}
