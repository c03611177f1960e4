import { Overloaded } from '../errors.ts'
import type { RoutedRequest, RouteStep } from '../http/endpoints.ts'
import { limit } from './limiter.ts'

/**
 * Limits how many requests are processed at the same time; others wait briefly for their turn. Refuses requests of
 * connections beyond the limit.
 */
export type OverloadGuard = RouteStep

export type OverloadOptions = {
  /** The maximum number of requests in progress. */
  maxActive?: number
  /** How long a request may wait before it is refused. An immediate refusal would invite an immediate retry. */
  maxWaitMilliseconds?: number
  /** True for requests that are always admitted. */
  isExempt?: (req: RoutedRequest) => boolean
}

const RETRY_AFTER_SECONDS = 1
/**
 * A request holds a place from when it is complete until its response begins, so slow senders, slow readers, and
 * responses that wait behind others on a pipelined connection hold no place.
 */
export function createOverloadGuard({
  maxActive = 512,
  maxWaitMilliseconds = 1000,
  isExempt = isAlwaysAdmitted,
}: OverloadOptions = {}): OverloadGuard {
  const places = limit({
    atOnce: maxActive,
    // Each connection has one request in progress, and the number of connections is limited.
    waiting: Number.POSITIVE_INFINITY,
    timeoutMs: maxWaitMilliseconds,
    tooMany: overloaded,
  })

  return (req) => {
    // Also streams, which would keep the connections that are left for probes.
    if (req.isExcess && req.tsRestRoute.metadata.limit !== 'none') throw overloaded()
    if (isExempt(req)) return
    if (places.take()) {
      req.onResponse = places.end
      return
    }
    return new Promise((resolve, reject) => {
      // A caller who disconnects stops waiting.
      req.onResponse = places.wait({
        begin: () => {
          req.onResponse = places.end
          resolve()
        },
        fail: (reason) => {
          req.onResponse = undefined
          reject(reason)
        },
      })
    })
  }
}

/** Probes, and streams, which have their own budget. */
function isAlwaysAdmitted({ tsRestRoute: { metadata } }: RoutedRequest): boolean {
  return metadata.limit === 'none' || metadata.isStream === true
}

function overloaded(): Overloaded {
  return new Overloaded('The service is overloaded. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
