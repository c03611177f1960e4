import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '@timezone-registry/config'
import type { RequestObserver } from '../http/endpoints.ts'
import type { GaugeSources } from './gauges.ts'

/** Counts what the service does, for Prometheus. */
export type Metrics = RequestObserver &
  AsyncDisposable & {
    /** An audited action and its outcome. */
    onAction(action: string, outcome: string): void
    /** A command in Discord, and `answered` or the code of the problem. */
    onCommand(command: string, outcome: string): void
    /** The port that serves the metrics. */
    readonly port: number
  }

const TIMEOUT_MILLISECONDS = 10_000

/** Opens the metrics if they are configured; otherwise loads nothing. */
export async function openMetrics(
  config: Pick<Config, 'metrics' | 'http'>,
  sources: GaugeSources,
): Promise<Metrics | undefined> {
  if (config.metrics === undefined) return undefined
  const { createProcessMetrics } = await import('./process-metrics.ts')
  const { registry, ...observers } = createProcessMetrics(sources)
  const server = await serve(config, registry.contentType, () => registry.metrics())
  return { ...observers, ...server }
}

/** Serves `GET /metrics` and nothing else. */
async function serve(
  { metrics, http: { host } }: Pick<Config, 'metrics' | 'http'>,
  contentType: string,
  read: () => Promise<string>,
): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer(
    { requestTimeout: TIMEOUT_MILLISECONDS, headersTimeout: TIMEOUT_MILLISECONDS },
    ({ method, url }, res) => {
      if (url?.split('?')[0] !== '/metrics') return send(res, 404, 'The metrics are at /metrics.\n')
      if (method !== 'GET' && method !== 'HEAD') return send(res, 405, 'Use GET.\n')
      read().then(
        (text) => send(res, 200, text, contentType),
        (error: Error) => send(res, 503, `The metrics could not be collected: ${error.message}\n`),
      )
    },
  )
  server.setTimeout(TIMEOUT_MILLISECONDS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`METRICS_PORT ${metrics?.port} cannot be used: ${error.message}`, { cause: error })),
    )
    server.listen({ host, port: metrics?.port }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
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
