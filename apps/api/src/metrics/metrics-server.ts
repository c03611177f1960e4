import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves `GET /metrics` and nothing else. Disposing it closes every connection. */
export type MetricsServer = { readonly port: number; [Symbol.asyncDispose](): Promise<void> }

const TIMEOUT_MILLISECONDS = 10_000

export async function startMetricsServer({
  host,
  port,
  contentType,
  read,
}: {
  host: string
  port: number
  contentType: string
  /** Rejects within seconds if a worker does not answer. */
  read: () => Promise<string>
}): Promise<MetricsServer> {
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
      reject(new Error(`METRICS_PORT ${port} cannot be used: ${error.message}`, { cause: error })),
    )
    server.listen({ host, port }, resolve)
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
