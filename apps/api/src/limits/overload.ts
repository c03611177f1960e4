import { contract } from '@timezone-registry/contract'
import type { Request } from 'express'
import { Node, Yallist } from 'yallist'
import { Overloaded } from '../errors.ts'
import type { Step } from '../http/steps.ts'

/** Limits how many requests are processed at the same time; others wait briefly for their turn. */
export type OverloadGuard = Step

type WaitingRequest = { admit: () => void; refuse: () => void }

export type OverloadOptions = {
  /** The maximum number of requests in progress. */
  maxActive?: number
  /** The number of requests that may wait; further ones are refused. */
  maxWaiting?: number
  /** How long a request may wait before it is refused. An immediate refusal would invite an immediate retry. */
  maxWaitMilliseconds?: number
  /** True for requests that are always admitted. */
  isExempt?: (req: Request) => boolean
}

const RETRY_AFTER_SECONDS = 1
// Probes, and streams, which have their own budget. Paths match as Express matches them.
const ALWAYS_ADMITTED = new RegExp(
  `^(?:${Object.values(contract)
    .filter(({ metadata }) => metadata.limit === 'none' || 'isStream' in metadata)
    .map(({ path }) => RegExp.escape(path))
    .join('|')})/?$`,
  'i',
)

/**
 * A request holds a place from when it is complete until its response begins, so slow senders, slow readers, and
 * responses that wait behind others on a pipelined connection hold no place.
 */
export function createOverloadGuard({
  maxActive = 512,
  maxWaiting = 10_000,
  maxWaitMilliseconds = 1000,
  isExempt = ({ path }) => ALWAYS_ADMITTED.test(path),
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
          // If this caller has disconnected, the place passes to the next one.
          if (res.destroyed) return queue.admitNext()
          admit(req)
          resolve()
        },
        refuse,
      })
    })
  }
}

type WaitingQueue = { readonly size: number; add(entry: WaitingRequest): void; admitNext(): void }

/** A first-in, first-out queue that refuses each entry when its time is up. */
function createWaitingQueue(maxWaitMilliseconds: number): WaitingQueue {
  // Not a Set, whose discarded hash tables would keep the requests alive (docs/decisions/0027).
  const waiting = new Yallist<WaitingRequest>()
  return {
    get size() {
      return waiting.length
    },
    add: (entry) => {
      const timeout = setTimeout(() => {
        waiting.removeNode(node)
        entry.refuse()
      }, maxWaitMilliseconds)
      const admit = () => {
        clearTimeout(timeout)
        entry.admit()
      }
      const node = new Node<WaitingRequest>({ ...entry, admit })
      waiting.pushNode(node)
    },
    admitNext: () => {
      const { head } = waiting
      if (head === undefined) return
      waiting.removeNode(head)
      head.value.admit()
    },
  }
}

function overloaded(): Overloaded {
  return new Overloaded('The service is overloaded. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
