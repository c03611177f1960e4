/** A caller who waits until `expiresAt`, on the clock of `performance.now()`. */
export type Waiter = { readonly expiresAt: number; reject(error: unknown): void }

/** Rejects waiters whose time is up. One timer serves them all, and runs only while there are waiters. */
export type Deadlines<W extends Waiter> = {
  /** The number of waiters. */
  readonly size: number
  /** Waiters are added in the order in which they expire. */
  add(waiter: W): void
  remove(waiter: W): void
  has(waiter: W): boolean
}

/** `onExpired` is called after waiters were rejected and removed. */
export function createDeadlines<W extends Waiter>({
  createError,
  onExpired,
}: {
  createError: () => Error
  onExpired: () => void
}): Deadlines<W> {
  const waiters = new Set<W>()
  let timer: NodeJS.Timeout | undefined

  /** Sleeps until the first waiter expires. Waiters that settle in time need no timer. */
  function arm(): void {
    const [first] = waiters
    timer = first && setTimeout(expire, Math.max(1, first.expiresAt - performance.now())).unref()
  }

  function expire(): void {
    const now = performance.now()
    const before = waiters.size
    for (const waiter of waiters) {
      if (waiter.expiresAt > now) break
      waiters.delete(waiter)
      waiter.reject(createError())
    }
    if (waiters.size < before) onExpired()
    arm()
  }

  return {
    get size() {
      return waiters.size
    },
    add: (waiter) => {
      waiters.add(waiter)
      if (timer === undefined) arm()
    },
    remove: (waiter) => void waiters.delete(waiter),
    has: (waiter) => waiters.has(waiter),
  }
}
