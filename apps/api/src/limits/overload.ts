import type { Request, RequestHandler } from 'express'
import { Overloaded } from '../errors.ts'

/** Admits as many requests at once as the service can process; others wait briefly for their turn. */
export type OverloadGuard = RequestHandler

type Waiting = { admit: () => void; refuse: () => void }

export type OverloadOptions = {
  /** Requests that are worked on at once. */
  maxActive?: number
  /** Requests that wait for one of those to be answered; further ones are refused. */
  maxWaiting?: number
  /** How long a request may wait. Refusing at once would invite immediate retries, and the service would only refuse. */
  maxWaitMilliseconds?: number
  /** True for requests that are always admitted: probes, and streams, which have their own budget. */
  isExempt: (req: Request) => boolean
}

const RETRY_AFTER_SECONDS = 1

/**
 * A request holds a place from when it is complete until its answer begins: slow senders and slow readers, and answers
 * that wait behind others on a pipelined connection, hold no place.
 */
export function createOverloadGuard({
  maxActive = 512,
  maxWaiting = 10_000,
  maxWaitMilliseconds = 1000,
  isExempt,
}: OverloadOptions): OverloadGuard {
  const queue = createWaitingQueue(maxWaitMilliseconds)
  let active = 0

  function leave(): void {
    active -= 1
    queue.admitNext()
  }

  return (req, res, next) => {
    if (isExempt(req)) return next()
    const admit = () => {
      active += 1
      let isHeld = true
      const release = () => {
        if (!isHeld) return
        isHeld = false
        leave()
      }
      req.onAnswer = release
      res.once('close', release)
      next()
    }
    if (active < maxActive) return admit()
    const refuse = () => next(overloaded())
    if (queue.size >= maxWaiting) setTimeout(refuse, maxWaitMilliseconds)
    else queue.add({ admit: () => (res.destroyed ? queue.admitNext() : admit()), refuse })
  }
}

type WaitingQueue = { readonly size: number; add(entry: Waiting): void; admitNext(): void }

/** First come, first served; each entry is refused when its time is up. */
function createWaitingQueue(maxWaitMilliseconds: number): WaitingQueue {
  // A Set keeps the order of arrival and removes from its middle at once.
  const waiting = new Set<Waiting>()
  return {
    get size() {
      return waiting.size
    },
    add: (entry) => {
      const timeout = setTimeout(() => {
        waiting.delete(timed)
        entry.refuse()
      }, maxWaitMilliseconds)
      const timed: Waiting = {
        ...entry,
        admit: () => {
          clearTimeout(timeout)
          entry.admit()
        },
      }
      waiting.add(timed)
    },
    admitNext: () => {
      const [first] = waiting
      if (first === undefined) return
      waiting.delete(first)
      first.admit()
    },
  }
}

function overloaded(): Overloaded {
  return new Overloaded('The service is overloaded. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
