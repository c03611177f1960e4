/** Admits a bounded number of concurrent holders; others wait in order of arrival. */
export type Turns = {
  /**
   * Resolves to the function that ends the turn; calling it again does nothing. Rejects after `patienceMilliseconds`.
   */
  take(): Promise<() => void>
}

/** At most `maxWaiting` callers wait; more are rejected immediately. */
export function createTurns({
  atOnce,
  patienceMilliseconds,
  maxWaiting = 1000,
}: {
  atOnce: number
  patienceMilliseconds: number
  maxWaiting?: number
}): Turns {
  const waiting = new Set<() => void>()
  let taken = 0

  function begin(): () => void {
    taken += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      taken -= 1
      const [next] = waiting
      next?.()
    }
  }

  return {
    take: () => {
      if (taken < atOnce) return Promise.resolve(begin())
      if (waiting.size >= maxWaiting) return Promise.reject(new Error('Too many are waiting'))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(enter)
          reject(new Error(`No turn within ${patienceMilliseconds} ms`))
        }, patienceMilliseconds)
        const enter = () => {
          clearTimeout(timer)
          waiting.delete(enter)
          resolve(begin())
        }
        waiting.add(enter)
      })
    },
  }
}
