/** Limits the number of open streams, in total and per caller. */
export type StreamBudget = {
  /**
   * Takes a place for a caller, and returns the function that releases it; calling it again does nothing.
   * `full` if all places are taken, `caller_full` if the caller has used up their share.
   */
  take(caller: string): (() => void) | 'full' | 'caller_full'
}

export function createStreamBudget({
  max,
  maxPerCaller,
}: {
  max: number
  maxPerCaller: number
}): StreamBudget {
  // Holds only callers with an open stream, so at most `max`.
  const open = new Map<string, number>()
  let total = 0

  function giveBack(caller: string): void {
    const left = (open.get(caller) ?? 1) - 1
    if (left === 0) open.delete(caller)
    else open.set(caller, left)
    total -= 1
  }

  return {
    take: (caller) => {
      const count = open.get(caller) ?? 0
      if (count >= maxPerCaller) return 'caller_full'
      if (total >= max) return 'full'
      open.set(caller, count + 1)
      total += 1
      let isOpen = true
      return () => {
        if (isOpen) giveBack(caller)
        isOpen = false
      }
    },
  }
}
