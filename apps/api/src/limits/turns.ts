import { Node, Yallist } from 'yallist'

/** Admits a bounded number of concurrent holders; others wait in order of arrival. */
export type Turns = {
  /** Takes a turn if one is free. */
  take(): boolean
  /** Returns a function that gives up waiting: neither `begin` nor `fail` is called then. */
  wait(waiter: Waiter): () => void
  /** Ends a turn: called once for each that was taken. */
  end(): void
  /** Resolves once a turn is taken. Rejects if there was none in time, or immediately if too many wait. */
  next(): Promise<void>
}

type Waiter = {
  /** Called once a turn is taken. */
  begin: () => void
  /** Called if there was no turn in time, or immediately if too many wait. */
  fail: (reason: Error) => void
}

/** At most `maxWaiting` wait at a time, each for at most `patienceMilliseconds`. */
export function createTurns({
  atOnce,
  patienceMilliseconds,
  maxWaiting = 1000,
}: {
  atOnce: number
  patienceMilliseconds: number
  maxWaiting?: number
}): Turns {
  // Not a Set, whose discarded hash tables would keep the waiters alive (docs/decisions/0027).
  const waiting = new Yallist<() => void>()
  let taken = 0

  function take(): boolean {
    if (taken >= atOnce) return false
    taken += 1
    return true
  }

  function wait({ begin, fail }: Waiter): () => void {
    if (waiting.length >= maxWaiting) {
      fail(new Error('Too many are waiting'))
      return () => {}
    }
    const leave = () => {
      clearTimeout(timer)
      node.list?.removeNode(node)
    }
    const timer = setTimeout(() => {
      leave()
      fail(new Error(`No turn within ${patienceMilliseconds} ms`))
    }, patienceMilliseconds)
    const node = new Node(() => {
      leave()
      begin()
    })
    waiting.pushNode(node)
    return leave
  }

  /** The turn passes to the next one, if any. */
  function end(): void {
    if (waiting.head === undefined) taken -= 1
    else waiting.head.value()
  }

  const next = () =>
    take() ? Promise.resolve() : new Promise<void>((begin, fail) => void wait({ begin, fail }))

  return { take, wait, end, next }
}
