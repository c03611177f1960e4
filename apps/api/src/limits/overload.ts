import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@timezone-registry/contract'
import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'
import { Unavailable } from '../errors.ts'
import { PREFIXES } from '../http/endpoints.ts'

const MAX_UNDER_WAY = 128
// By callers who try again at once, refusals at once would be asked for so often that nothing else gets done.
const REFUSAL_DELAY_MILLISECONDS = 1000
const RETRY_AFTER_SECONDS = 1

/**
 * Refuses what comes while 128 requests wait for their answer to begin: more would only wait for each other. A request
 * counts from when it is all there, and until its answer begins: slow senders and slow readers keep nobody out. Probes
 * are always answered; `/events` has a bound of its own.
 */
export type OverloadGuard = {
  /** False when there is no room; a request that was admitted before still is. */
  admit(req: IncomingMessage, res: ServerResponse): boolean
  /** A step of the pipeline, after the body has been read: admits, or refuses with `unavailable` after a second. */
  handle: RequestHandler
}

export function createOverloadGuard(): OverloadGuard {
  const leave = Symbol('leave')
  let underWay = 0

  /** What to call when its answer begins, at the latest called when it has ended; undefined where there is no room. */
  function enter(
    req: IncomingMessage & { [leave]?: () => void },
    res: ServerResponse,
  ): (() => void) | undefined {
    if (req[leave] !== undefined || underWay >= MAX_UNDER_WAY) return req[leave]
    underWay += 1
    let isWaiting = true
    req[leave] = () => {
      if (isWaiting) underWay -= 1
      isWaiting = false
    }
    res.once('close', req[leave])
    return req[leave]
  }

  return {
    admit: (req, res) => enter(req, res) !== undefined,
    handle: (req, res, next) => {
      if (EXEMPT.has(req.path)) return next()
      const answerBegins = enter(req, res)
      if (answerBegins !== undefined) {
        onHeaders(res, answerBegins)
        return next()
      }
      void sleep(REFUSAL_DELAY_MILLISECONDS).then(() => {
        if (!res.destroyed) next(refusal())
      })
    },
  }
}

const EXEMPT = new Set(
  [contract.getHealth, contract.getLiveness, contract.getReadiness, contract.followChanges].flatMap(
    ({ path }) => PREFIXES.map((prefix) => prefix + path),
  ),
)

function refusal(): Error {
  return new Unavailable('Too much is asked at once just now. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
