import type { RequestListener } from 'node:http'
import { contract } from '@timezone-registry/contract'
import onHeaders from 'on-headers'
import { ApiError, toProblem } from '../errors.ts'
import { PREFIXES } from './endpoints.ts'
import type { RequestLog } from './request-log.ts'

// What is accepted then takes at most three times as long as with half as many callers.
const MAX_UNDER_WAY = 128
const RETRY_AFTER_SECONDS = 1
// By a client that tries again at once, a refusal at once would be asked for so often that nothing else gets done.
const REFUSAL_DELAY_MILLISECONDS = 1000

/**
 * Refuses what comes while 128 requests wait for their answer to begin: more would only wait for each other. An answer that
 * has begun waits for its reader alone, and does not count. Probes are always answered; `/events` has a bound of its own.
 */
export function createOverloadGuard({
  startLog,
}: {
  startLog: RequestLog
}): (listener: RequestListener) => RequestListener {
  const refusal = new ApiError('unavailable', 'Too much is asked at once just now. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  let underWay = 0

  return (listener) => (req, res) => {
    if (EXEMPT.has(pathOf(req.url))) return listener(req, res)
    if (underWay < MAX_UNDER_WAY) {
      underWay += 1
      let isWaiting = true
      const release = () => {
        if (isWaiting) underWay -= 1
        isWaiting = false
      }
      onHeaders(res, release)
      res.once('close', release)
      return listener(req, res)
    }
    const id = startLog(req, res)
    const body = JSON.stringify(toProblem(refusal, id))
    const answering = setTimeout(() => {
      res.writeHead(refusal.status, {
        'Content-Type': 'application/problem+json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        'Cache-Control': 'no-store',
        'Retry-After': RETRY_AFTER_SECONDS,
        'X-Request-Id': id,
      })
      res.end(body)
    }, REFUSAL_DELAY_MILLISECONDS)
    res.once('close', () => clearTimeout(answering))
  }
}

const EXEMPT = new Set(
  [contract.getHealth, contract.getLiveness, contract.getReadiness, contract.followChanges].flatMap(
    ({ path }) => PREFIXES.map((prefix) => prefix + path),
  ),
)

function pathOf(url = ''): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
