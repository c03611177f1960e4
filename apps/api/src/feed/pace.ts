/** Spreads work over several turns of the event loop, so that other requests are processed in between. */
export type Pace = {
  /** Resolves in this turn of the event loop, or in a later one if `perTurn` callers are before this one. */
  next(): Promise<void>
}

/** Lets at most `perTurn` callers continue in each turn, in order of arrival. */
export function createPace(perTurn: number): Pace {
  const waiting: (() => void)[] = []
  let left = perTurn

  let isScheduled = false

  /** Once for each turn of the event loop. */
  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      const resumed = waiting.splice(0, perTurn)
      left = perTurn - resumed.length
      if (resumed.length > 0) schedule()
      for (const resume of resumed) resume()
    })
  }

  return {
    next: () => {
      if (left === 0) return new Promise((resolve) => waiting.push(resolve))
      left -= 1
      schedule()
      return Promise.resolve()
    },
  }
}
