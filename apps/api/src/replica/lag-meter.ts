/** How far a replica is behind, measured on this process's clock only. */
export type LagMeter = {
  /** The highest number that the primary had reached when it was last asked; 0 before. */
  readonly primaryReached: number
  /** The primary has just reached this transaction number. */
  note(reached: number): void
  /** The replica has just reached this transaction number. */
  replayed(reached: number): void
  /** The time since the primary reached something that the replica has not; 0 if there is nothing. */
  seconds(): number
}

// Five minutes of notes, twice a second.
const MAX_NOTES = 600

export function createLagMeter(now: () => number = performance.now.bind(performance)): LagMeter {
  // In ascending order.
  const notes: { reached: number; at: number }[] = []
  let primaryReached = 0
  let replicaReached = 0
  return {
    get primaryReached() {
      return primaryReached
    },
    note: (reached) => {
      if (reached <= primaryReached) return
      primaryReached = reached
      if (reached <= replicaReached) return
      // The oldest note tells the lag, so the newest gives way.
      if (notes.length === MAX_NOTES) notes.pop()
      notes.push({ reached, at: now() })
    },
    replayed: (reached) => {
      replicaReached = Math.max(replicaReached, reached)
      const left = notes.findIndex((note) => note.reached > replicaReached)
      notes.splice(0, left === -1 ? notes.length : left)
    },
    seconds: () => (notes[0] === undefined ? 0 : (now() - notes[0].at) / 1000),
  }
}
