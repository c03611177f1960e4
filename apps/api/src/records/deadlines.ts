import { Node, Yallist } from 'yallist'

/** A caller who waits until `expiresAt`, on the clock of `performance.now()`. */
export type Waiter = {
  readonly expiresAt: number
  reject(error: unknown): void
  /** Set by `Deadlines`. */
  place: Node<Waiter> | undefined
}

/** Rejects waiters whose time is up. One timer serves them all, and runs only while there are waiters. */
export type Deadlines = {
  /** The number of waiters. */
  readonly size: number
  /** Waiters are added in the order in which they expire. */
  add(waiter: Waiter): void
  remove(waiter: Waiter): void
  has(waiter: Waiter): boolean
}

/** `onExpired` is called after waiters were rejected and removed. */
export function createDeadlines({
  createError,
  onExpired,
}: {
  createError: () => Error
  onExpired: () => void
}): Deadlines {
  // Not a Set, whose discarded hash tables would keep the requests alive (docs/decisions/0027).
  const waiters = new Yallist<Waiter>()
  let timer: NodeJS.Timeout | undefined

  /** Sleeps until the first waiter expires. Waiters that settle in time need no timer. */
  function arm(): void {
    const first = waiters.head?.value
    timer = first && setTimeout(expire, Math.max(1, first.expiresAt - performance.now())).unref()
  }

  function expire(): void {
    const now = performance.now()
    const before = waiters.length
    for (let first = waiters.head; first && first.value.expiresAt <= now; first = waiters.removeNode(first))
      first.value.reject(createError())
    if (waiters.length < before) onExpired()
    arm()
  }

  return {
    get size() {
      return waiters.length
    },
    add: (waiter) => {
      waiter.place = new Node(waiter)
      waiters.pushNode(waiter.place)
      if (timer === undefined) arm()
    },
    remove: ({ place }) => void place?.list?.removeNode(place),
    has: ({ place }) => place?.list !== undefined,
  }
}
