/** How far a replica is behind, measured on this process's clock only. */
export type LagMeter = {
  /** The highest number that the primary had reached when it was last asked; 0 before. */
  readonly primaryReached: number
  /** The highest number in the replica's last answer; 0 before. */
  readonly replicaReached: number
  /** For how long nobody here has known what the primary commits; 0 while it answers. */
  readonly silentSeconds: number
  /** The primary had reached this transaction number when it answered a question of that moment. */
  note(reached: number, askedAt: number): void
  /** The replica has just reached this transaction number. */
  replayed(reached: number): void
  /** The time since the primary reached something that the replica has not; 0 if nothing is known of. */
  seconds(): number
  /** The same while the primary answers; otherwise at least the time since it last did. */
  worstSeconds(): number
}

// Five minutes of notes, twice a second.
const MAX_NOTES = 600
// Three times as long as between two questions to the primary.
const SILENCE_MILLISECONDS = 1500

export function createLagMeter(now: () => number = performance.now.bind(performance)): LagMeter {
  const primary = createAnswerWatch(now)
  // In ascending order.
  const notes: { reached: number; at: number }[] = []
  let primaryReached = 0
  let replicaReached = 0
  const seconds = () => (notes[0] === undefined ? 0 : (now() - notes[0].at) / 1000)
  return {
    get primaryReached() {
      return primaryReached
    },
    get replicaReached() {
      return replicaReached
    },
    get silentSeconds() {
      return primary.silence() / 1000
    },
    note: (reached, askedAt) => {
      const silentSince = primary.answered(askedAt)
      // What the replica lacks after a silence may have been committed when that began.
      if (silentSince !== undefined && notes[0] !== undefined) notes[0].at = silentSince
      if (reached <= primaryReached) return
      primaryReached = reached
      if (reached <= replicaReached) return
      // The oldest note tells the lag, so the newest gives way.
      if (notes.length === MAX_NOTES) notes.pop()
      notes.push({ reached, at: now() })
    },
    replayed: (reached) => {
      replicaReached = reached
      const left = notes.findIndex((note) => note.reached > reached)
      notes.splice(0, left === -1 ? notes.length : left)
      // Another server than before, which has replayed less.
      if (notes.length === 0 && reached < primaryReached) notes.push({ reached: primaryReached, at: now() })
    },
    seconds,
    worstSeconds: () => Math.max(seconds(), primary.silence() / 1000),
  }
}

/** When a server answered. */
function createAnswerWatch(now: () => number) {
  let knownAt = now()
  let silentSince: number | undefined
  const silence = () => {
    const milliseconds = now() - knownAt
    return milliseconds > SILENCE_MILLISECONDS ? milliseconds : 0
  }
  return {
    /** Milliseconds since the last question that it has answered; 0 if that was recent. An answer may be delayed for long. */
    silence,
    /**
     * It has answered a question of that moment. Returns when a silence began that the answer before this one ended: when that is because another
     * primary was promoted, the replica needs a moment to follow it.
     */
    answered: (askedAt: number): number | undefined => {
      const ended = silentSince
      silentSince = silence() > 0 ? knownAt : undefined
      knownAt = askedAt
      return ended
    },
  }
}
