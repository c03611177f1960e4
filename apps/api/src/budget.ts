/**
 * Limits how much is held at a time, such as open streams or bytes, in total and by each caller. What no caller is known
 * for counts only in total.
 */
export type Budget = {
  /** Why nothing was taken: `full` if the total would be exceeded, `caller_full` if the caller's share would be. */
  take(caller: string | undefined, amount?: number): 'full' | 'caller_full' | undefined
  /** Gives back what was taken. */
  give(caller: string | undefined, amount?: number): void
  /** What all callers hold. */
  readonly taken: number
}

export function createBudget({ max, maxPerCaller }: { max: number; maxPerCaller: number }): Budget {
  // Only callers who hold something.
  const held = new Map<string | undefined, number>()
  let taken = 0
  return {
    take: (caller, amount = 1) => {
      const before = held.get(caller) ?? 0
      if (caller !== undefined && before + amount > maxPerCaller) return 'caller_full'
      if (taken + amount > max) return 'full'
      held.set(caller, before + amount)
      taken += amount
      return undefined
    },
    give: (caller, amount = 1) => {
      const left = (held.get(caller) ?? 0) - amount
      if (left > 0) held.set(caller, left)
      else held.delete(caller)
      taken -= amount
    },
    get taken() {
      return taken
    },
  }
}
