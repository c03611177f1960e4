import type { Request } from 'express'
import { createSample, type Logger } from '../logger.ts'
import { type OnClose, ROUTE_PREFIX } from './request.ts'

const WITH_PREFIX = `${ROUTE_PREFIX}/`

/** Only probes have no limit. They arrive every second, so they are logged only when they fail. */
function isProbe({ tsRestRoute }: Request): boolean {
  return tsRestRoute?.metadata.limit === 'none'
}

/**
 * Writes a line for each request: its route, without the values of parameters and query, headers or bodies. Undefined if
 * requests are not logged.
 */
export function createRequestLog(logger: Logger, requests: 'all' | 'errors' | 'none'): OnClose | undefined {
  if (requests === 'none') return undefined
  const [sampleRequest, sampleProbe] = [createSample(), createSample()]
  return (req, res) => {
    const aborted = !res.writableFinished
    const isOfProbe = isProbe(req)
    const isQuiet = requests === 'errors' || isOfProbe
    if (isQuiet && res.statusCode < 400 && !aborted) return
    // In an outage, which has its own lines, every request has one of these.
    const isRefused = res.statusCode === 503
    const sampled = isRefused ? (isOfProbe ? sampleProbe : sampleRequest)() : {}
    if (sampled === undefined) return
    const isError = res.statusCode >= 500 && !(isRefused && isOfProbe)
    logger[isError ? 'error' : 'info'](
      {
        method: req.method,
        path: loggedPathOf(req),
        status: res.statusCode,
        duration_ms: Math.round((performance.now() - req.call.arrivedAt) * 1000) / 1000,
        request_id: req.call.id,
        network: req.call.network.logged,
        ...(aborted && { aborted }),
        ...sampled,
      },
      'request',
    )
  }
}

/** Parameters are shown by name, and an unknown path is not shown: both may be ids of people. */
function loggedPathOf({ originalUrl, route }: Request): string {
  const prefix = originalUrl.startsWith(WITH_PREFIX) ? ROUTE_PREFIX : ''
  return prefix + (route?.path ?? '/*')
}
