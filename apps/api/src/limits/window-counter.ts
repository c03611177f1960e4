import { LRUCache } from 'lru-cache'

export const WINDOW_MILLISECONDS = 60_000

// About 20 MB. A flood of other callers evicts the least recently active ones, whose minute then starts again.
const MAX_CALLERS = 100_000

/** What a caller has used in the current minute: in this process, of which the others were `told` some, and in the others. */
export type Window = { used: number; told: number; usedElsewhere: number; endsAt: number }

/** A caller's remaining allowance in the current minute. */
export type Allowance = {
  isAllowed: boolean
  /** What remains of the limit. If the request was refused, a cheaper one may still be allowed. */
  remaining: number
  resetMilliseconds: number
}

/** Finds a caller's minute, which begins with their first request. Bounded in memory. */
export function createWindows(maxCallers = MAX_CALLERS): (caller: string) => Window {
  // Created for the first caller: it takes 2.4 MB even when empty, and some limits are never used.
  let windows: LRUCache<string, Window> | undefined
  return (caller) => {
    windows ??= new LRUCache({ max: maxCallers })
    const now = performance.now()
    const known = windows.get(caller)
    if (known !== undefined && known.endsAt > now) return known
    const window = { used: 0, told: 0, usedElsewhere: 0, endsAt: now + WINDOW_MILLISECONDS }
    windows.set(caller, window)
    return window
  }
}

/** Counts `cost`, unless that would exceed the limit. */
export function take(window: Window, { cost, limit }: { cost: number; limit: number }): Allowance {
  const left = limit - window.used - window.usedElsewhere
  const isAllowed = cost <= left
  if (isAllowed) window.used += cost
  return {
    isAllowed,
    remaining: Math.max(0, isAllowed ? left - cost : left),
    resetMilliseconds: window.endsAt - performance.now(),
  }
}
