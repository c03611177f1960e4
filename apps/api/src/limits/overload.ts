import { contract } from '@timezone-registry/contract'
import type { Request } from 'express'
import { Overloaded } from '../errors.ts'
import type { Step } from '../http/steps.ts'
import { createTurns } from './turns.ts'

/** Limits how many requests are processed at the same time; others wait briefly for their turn. */
export type OverloadGuard = Step

export type OverloadOptions = {
  /** The maximum number of requests in progress. */
  maxActive?: number
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
  maxWaitMilliseconds = 1000,
  isExempt = ({ path }) => ALWAYS_ADMITTED.test(path),
}: OverloadOptions = {}): OverloadGuard {
  const places = createTurns({
    atOnce: maxActive,
    patienceMilliseconds: maxWaitMilliseconds,
    // Each connection has one request in progress, and the number of connections is limited.
    maxWaiting: Number.POSITIVE_INFINITY,
  })

  return (req) => {
    if (isExempt(req)) return
    if (places.take()) {
      req.onAnswer = places.end
      return
    }
    return new Promise((resolve, reject) => {
      // A caller who disconnects stops waiting.
      req.onAnswer = places.wait({
        begin: () => {
          req.onAnswer = places.end
          resolve()
        },
        fail: () => {
          req.onAnswer = undefined
          reject(overloaded())
        },
      })
    })
  }
}

function overloaded(): Overloaded {
  return new Overloaded('The service is overloaded. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
