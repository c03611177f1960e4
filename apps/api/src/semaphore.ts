import { Node, Yallist } from 'yallist'

/** Lets a bounded number work at the same time; others wait in order of arrival. */
export type Semaphore = {
  /** Takes a place if one is free. */
  take(): boolean
  /** Returns a function that gives up waiting: neither `begin` nor `fail` is called then. */
  wait(waiter: Waiter): () => void
  /** Gives a place back, or passes it to the one that has waited the longest. */
  end(): void
  /** Resolves once a place is taken. Rejects if there was none in time, or immediately if too many wait. */
  enter(): Promise<void>
  /** Works in a place. Rejects as `enter` does. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

type Waiter = { begin: () => void; fail: (reason: Error) => void }
type Waiting = Waiter & { timer: NodeJS.Timeout }

/** At most `waiting` wait at a time, each for at most `timeoutMs`; others fail with the error that `tooMany` returns. */
export function createSemaphore({
  atOnce,
  waiting = 1000,
  timeoutMs,
  tooMany,
}: {
  atOnce: number
  waiting?: number
  timeoutMs: number
  tooMany: () => Error
}): Semaphore {
  // Not a Set: V8 keeps its discarded hash tables, and all waiters in them, alive until the next major collection.
  // `removeNode` clears the node's links, which `shift` would leave.
  const waiters = new Yallist<Waiting>()
  let taken = 0

  function remove(node: Node<Waiting>): Waiter {
    clearTimeout(node.value.timer)
    waiters.removeNode(node)
    return node.value
  }

  const semaphore: Semaphore = {
    take: () => {
      if (taken >= atOnce) return false
      taken += 1
      return true
    },
    wait: (waiter) => {
      if (waiters.length >= waiting) {
        waiter.fail(tooMany())
        return () => {}
      }
      const timer = setTimeout(() => remove(node).fail(tooMany()), timeoutMs)
      const node = new Node<Waiting>({ ...waiter, timer })
      waiters.pushNode(node)
      return () => void (node.list && remove(node))
    },
    end: () => {
      if (waiters.head) remove(waiters.head).begin()
      else taken -= 1
    },
    enter: () =>
      semaphore.take()
        ? Promise.resolve()
        : new Promise((begin, fail) => void semaphore.wait({ begin, fail })),
    run: async (work) => {
      await semaphore.enter()
      return Promise.try(work).finally(semaphore.end)
    },
  }
  return semaphore
}

/** Calls share a run that begins after them: one is in progress at most, and one waits for its end. */
export function shareNext<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  return () => {
    next ??= running.then(() => {
      const result = run()
      next = undefined
      running = result.catch(() => {})
      return result
    })
    return next
  }
}
