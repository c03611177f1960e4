import { LRUCache } from 'lru-cache'

export const WINDOW_MILLISECONDS = 60_000

// About 20 MB. A flood of other callers evicts the least recently active ones, whose minute then starts again.
const MAX_CALLERS = 100_000

/** A caller's remaining allowance in the current minute. */
export type Allowance = {
  isAllowed: boolean
  /** What remains of the limit. If the request was refused, a cheaper one may still be allowed. */
  remaining: number
  resetMilliseconds: number
}

/** Counts what each caller uses in a minute that begins with their first request. Synchronous, bounded in memory. */
export type WindowCounter = {
  /** Counts `cost`, unless that would exceed the limit, or the caller's own one if they have one. */
  take(caller: string, cost: number, ownLimit?: number): Allowance
  /** Undoes a `take` of that time, unless its minute has ended. */
  giveBack(caller: string, cost: number, takenAt: number): void
  /** What `take` would return, without counting. */
  look(caller: string, cost: number): Allowance
  /** What the caller has used in the current minute; 0 for an unknown caller. */
  usedBy(caller: string): number
  /** Refuses the caller until the end of a minute counted by another process. */
  block(caller: string, milliseconds: number): void
}

type Window = { used: number; endsAt: number }

export function createWindowCounter({
  limit,
  maxCallers = MAX_CALLERS,
  now = () => performance.now(),
}: {
  limit: number
  maxCallers?: number
  now?: () => number
}): WindowCounter {
  // Created for the first caller: it takes 2.4 MB even when empty, and some limits are never used.
  let windows: LRUCache<string, Window> | undefined

  function windowOf(caller: string, time: number): Window {
    const known = windows?.get(caller)
    if (known !== undefined && known.endsAt > time) return known
    return { used: 0, endsAt: time + WINDOW_MILLISECONDS }
  }

  function keep(caller: string, window: Window): void {
    windows ??= new LRUCache({ max: maxCallers })
    windows.set(caller, window)
  }

  function judge({ used, endsAt }: Window, cost: number, time: number, most = limit): Allowance {
    const isAllowed = used + cost <= most
    return {
      isAllowed,
      remaining: isAllowed ? most - used - cost : Math.max(0, most - used),
      resetMilliseconds: endsAt - time,
    }
  }

  return {
    take: (caller, cost, ownLimit) => {
      const time = now()
      const window = windowOf(caller, time)
      const allowance = judge(window, cost, time, ownLimit)
      if (!allowance.isAllowed) return allowance
      if (window.used === 0) keep(caller, window)
      window.used += cost
      return allowance
    },
    giveBack: (caller, cost, takenAt) => {
      const window = windows?.get(caller)
      if (window !== undefined && takenAt >= window.endsAt - WINDOW_MILLISECONDS) window.used -= cost
    },
    look: (caller, cost) => {
      const time = now()
      return judge(windowOf(caller, time), cost, time)
    },
    usedBy: (caller) => windowOf(caller, now()).used,
    block: (caller, milliseconds) =>
      keep(caller, { used: Number.MAX_SAFE_INTEGER, endsAt: now() + milliseconds }),
  }
}
