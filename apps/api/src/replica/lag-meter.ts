/** How far a replica is behind, measured on this process's clock only. */
export type LagMeter = {
  /** The highest number that the primary had reached when it was last asked; 0 before. */
  readonly primaryReached: number
  /** The highest number in the replica's last answer; 0 before. */
  readonly replicaReached: number
  /** True if the primary has not answered for a while, so that nobody here knows what it has committed. */
  readonly isPrimarySilent: boolean
  /** The primary has just reached this transaction number. */
  note(reached: number): void
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
  // In ascending order.
  const notes: { reached: number; at: number }[] = []
  let primaryReached = 0
  let replicaReached = 0
  let answeredAt = now()
  /** When the silence began that the last answer ended. */
  let silentSince: number | undefined
  const silence = () => now() - answeredAt
  const seconds = () => (notes[0] === undefined ? 0 : (now() - notes[0].at) / 1000)

  /** What the replica lacks after a silence may have been committed when that began. */
  function backdate(): void {
    // Only now: when the silence ends because a primary was promoted, the replica needs a moment to follow it.
    if (silentSince !== undefined && notes[0] !== undefined) notes[0].at = silentSince
    silentSince = silence() > SILENCE_MILLISECONDS ? answeredAt : undefined
    answeredAt = now()
  }
  return {
    get primaryReached() {
      return primaryReached
    },
    get replicaReached() {
      return replicaReached
    },
    get isPrimarySilent() {
      return silence() > SILENCE_MILLISECONDS
    },
    note: (reached) => {
      backdate()
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
    worstSeconds: () => Math.max(seconds(), silence() > SILENCE_MILLISECONDS ? silence() / 1000 : 0),
  }
}
