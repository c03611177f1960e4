import { contract } from '@timezone-registry/contract'
import type { Request } from 'express'
import { Overloaded } from '../errors.ts'
import type { Step } from '../http/steps.ts'

/** Admits as many requests at once as the service can process; others wait briefly for their turn. */
export type OverloadGuard = Step

type Waiting = { admit: () => void; refuse: () => void }

export type OverloadOptions = {
  /** Requests that are worked on at once. */
  maxActive?: number
  /** Requests that wait for one of those to be answered; further ones are refused. */
  maxWaiting?: number
  /** How long a request may wait. Refusing at once would invite immediate retries, and the service would only refuse. */
  maxWaitMilliseconds?: number
  /** True for requests that are always admitted: probes, and streams, which have their own budget. */
  isExempt?: (req: Request) => boolean
}

const RETRY_AFTER_SECONDS = 1
// Probes, and streams, which have their own budget.
const ALWAYS_ADMITTED = new Set(
  Object.values(contract)
    .filter(({ metadata }) => metadata.limit === 'none' || 'isStream' in metadata)
    .map(({ path }) => path as string),
)

/**
 * A request holds a place from when it is complete until its answer begins: slow senders and slow readers, and answers
 * that wait behind others on a pipelined connection, hold no place.
 */
export function createOverloadGuard({
  maxActive = 512,
  maxWaiting = 10_000,
  maxWaitMilliseconds = 1000,
  isExempt = ({ path }) => ALWAYS_ADMITTED.has(path),
}: OverloadOptions = {}): OverloadGuard {
  const queue = createWaitingQueue(maxWaitMilliseconds)
  let active = 0

  function leave(): void {
    active -= 1
    queue.admitNext()
  }

  function admit(req: Request): void {
    active += 1
    req.onAnswer = leave
  }

  return (req, res) => {
    if (isExempt(req)) return
    if (active < maxActive) return admit(req)
    return new Promise((resolve, reject) => {
      const refuse = () => reject(overloaded())
      if (queue.size >= maxWaiting) return void setTimeout(refuse, maxWaitMilliseconds)
      queue.add({
        admit: () => {
          // The place passes to the next one if this caller has disconnected.
          if (res.destroyed) return queue.admitNext()
          admit(req)
          resolve()
        },
        refuse,
      })
    })
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
