import type { Request, Response } from 'express'
import { Node, Yallist } from 'yallist'
import { Unavailable } from '../errors.ts'
import type { RouteStep } from './steps.ts'

// With the time that the connection adds, every response begins within 3.5 s of the whole request, whatever a
// dependency does, unless its route allows more.
const DEADLINE_MILLISECONDS = 3300
const CHECK_MILLISECONDS = 50

type AwaitedResponse = { endsAt: number; expire: () => void }

/**
 * A step of the pipeline: answers 503 if a response has not begun in time, counted from when the request was complete: a
 * slow sender uses up none of it. Parts of the work have their own deadlines; this one bounds their sum. A late result is
 * dropped.
 */
export function createResponseDeadline({
  answer,
  milliseconds = DEADLINE_MILLISECONDS,
}: {
  /** Responds with this error. */
  answer: (error: Unavailable, exchange: { req: Request; res: Response }) => void
  milliseconds?: number
}): RouteStep {
  const watch = createWatch()
  return (req, res) => {
    const { maxSeconds } = req.tsRestRoute.metadata
    const allowed = maxSeconds === undefined ? milliseconds : maxSeconds * 1000
    const { onAnswer } = req
    const expire = () => answer(tooLate(), { req, res })
    const awaited = new Node<AwaitedResponse>({ endsAt: (req.receivedAt ?? req.arrivedAt) + allowed, expire })
    const stop = () => {
      watch.remove(awaited)
      onAnswer?.()
    }
    watch.add(awaited)
    // V8 would allocate a function literal assigned here among long-lived objects, which would keep the whole request
    // alive.
    req.onAnswer = stop
  }
}

/**
 * Expires entries that have not been removed in time. One timer for all, because one each costs more than a cached
 * read.
 */
function createWatch() {
  // Not a Set, whose discarded hash tables would keep the requests alive (docs/decisions/0027).
  const all = new Yallist<AwaitedResponse>()
  let checking: NodeJS.Timeout | undefined

  function check() {
    const now = performance.now()
    for (let node = all.head; node !== undefined; ) {
      const { next, value } = node
      if (value.endsAt <= now) {
        remove(node)
        value.expire()
      }
      node = next
    }
    if (all.length > 0) return
    clearInterval(checking)
    checking = undefined
  }

  function remove(node: Node<AwaitedResponse>) {
    node.list?.removeNode(node)
  }

  return {
    add: (node: Node<AwaitedResponse>) => {
      all.pushNode(node)
      checking ??= setInterval(check, CHECK_MILLISECONDS)
    },
    remove,
  }
}

function tooLate(): Unavailable {
  return new Unavailable('The request took too long to process. Try again in a moment.', {
    retryAfterSeconds: 1,
  })
}
