/** Spreads work over several turns of the event loop, so that other requests are processed in between. */
export type Pace = {
  /** Resolves in this turn of the event loop, or in a later one if `perTurn` callers are before this one. */
  next(): Promise<void>
}

/** Lets at most `perTurn` callers continue in each turn, in order of arrival. */
export function createPace(perTurn: number): Pace {
  const waiting: (() => void)[] = []
  let left = perTurn

  const schedule = oncePerTurn(() => {
    const resumed = waiting.splice(0, perTurn)
    left = perTurn - resumed.length
    if (resumed.length > 0) schedule()
    for (const resume of resumed) resume()
  })

  return {
    next: () => {
      if (left === 0) return new Promise((resolve) => waiting.push(resolve))
      left -= 1
      schedule()
      return Promise.resolve()
    },
  }
}

/** Returns a function that runs `action` once, after the turn of the event loop in which it was called. */
export function oncePerTurn(action: () => void): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      action()
    })
  }
}
