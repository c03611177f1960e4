import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '@timezone-registry/config'
import type { Messages } from '../http/express-app.ts'
import type { Metrics, MetricsSources } from './process-metrics.ts'

/** The server of `METRICS_PORT`. */
export type MetricsServer = {
  readonly port: number
  /** From now on, it serves the metrics. */
  serve(metrics: Metrics | undefined): void
} & AsyncDisposable

const TIMEOUT_MILLISECONDS = 10_000
const PROBE = /^\/(?:livez|readyz)(?:\?|$)/

/** Loads nothing unless metrics are configured. */
export async function loadMetrics(config: Config, sources: MetricsSources): Promise<Metrics | undefined> {
  if (config.metrics === undefined) return undefined
  const { createProcessMetrics } = await import('./process-metrics.ts')
  return createProcessMetrics(sources)
}

/**
 * Starts the server of `METRICS_PORT`, if there is one: with `GET /metrics`, and with the probes of the service, which its
 * own port does not answer while all of its connections are in use.
 */
export async function startMetricsServer(
  { metrics: settings, http: { host } }: Config,
  { messages, respond }: { messages: Messages; respond: RequestListener },
): Promise<MetricsServer | undefined> {
  if (settings === undefined) return undefined
  let metrics: Metrics | undefined
  const server = createServer(
    { requestTimeout: TIMEOUT_MILLISECONDS, headersTimeout: TIMEOUT_MILLISECONDS, ...messages },
    (req, res) => {
      const { method, url = '' } = req
      if (PROBE.test(url)) return respond(req, res)
      if (url.split('?')[0] !== '/metrics') return send(res, 404, 'The metrics are at /metrics.\n')
      if (method !== 'GET' && method !== 'HEAD') return send(res, 405, 'Use GET.\n')
      if (metrics === undefined) return send(res, 503, 'The service is starting.\n')
      const { contentType } = metrics
      metrics.read().then(
        (text) => send(res, 200, text, contentType),
        (error: Error) => send(res, 503, `The metrics could not be collected: ${error.message}\n`),
      )
    },
  )
  server.setTimeout(TIMEOUT_MILLISECONDS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`METRICS_PORT ${settings.port} cannot be used: ${error.message}`, { cause: error })),
    )
    server.listen({ host, port: settings.port }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: (source) => {
      metrics = source
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function send(res: ServerResponse, status: number, text: string, contentType = 'text/plain'): void {
  res.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  res.end(res.req.method === 'HEAD' ? undefined : text)
}
