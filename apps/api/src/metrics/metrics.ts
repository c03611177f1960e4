import type { RequestListener, ServerResponse } from 'node:http'
import type { Config } from '@timezone-registry/config'
import { createServer, type WaitingServer } from '../process/server.ts'
import type { Metrics } from './process-metrics.ts'

/** The server of `METRICS_PORT`. */
type MetricsServer = {
  readonly port: number
  /** From now on, it serves the metrics. */
  serve(metrics: Metrics | undefined): void
} & AsyncDisposable

const PROBE = /^\/(?:livez|readyz)(?:\?|$)/

/** Serves the metrics, and the probes, which the service's own port does not answer while all its connections are in use. */
export async function startMetricsServer(
  { metrics: settings, http: { host } }: Config,
  { messages, respond }: WaitingServer,
): Promise<MetricsServer | undefined> {
  if (settings === undefined) return undefined
  const server = createServer({ host, ...settings, messages })
  return {
    port: await server.listen(),
    serve: (metrics) => {
      if (metrics !== undefined) server.serve(createListener(metrics, respond))
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

function createListener({ contentType, read }: Metrics, respond: RequestListener): RequestListener {
  return (req, res) => {
    const { method, url = '' } = req
    if (PROBE.test(url)) return respond(req, res)
    if (url.split('?')[0] !== '/metrics') return send(res, 404, 'The metrics are at /metrics.\n')
    if (method !== 'GET' && method !== 'HEAD') return send(res, 405, 'Use GET.\n')
    read().then(
      (text) => send(res, 200, text, contentType),
      (error: Error) => send(res, 503, `The metrics could not be collected: ${error.message}\n`),
    )
  }
}

function send(res: ServerResponse, status: number, text: string, contentType = 'text/plain'): void {
  res.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  res.end(res.req.method === 'HEAD' ? undefined : text)
}
