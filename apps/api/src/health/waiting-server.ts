import cluster from 'node:cluster'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { HttpProblem, toProblemBody } from '../http/problem.ts'

/** Answers probes while the service waits for its database: `/livez` is 200, everything else 503. */
export type WaitingServer = {
  /** Starts listening, unless it already is. If it cannot, the service's own server will report why. */
  start(): void
  /** Frees the port. */
  stop(): Promise<void>
}

const RETRY_AFTER_SECONDS = 5
const LIVENESS = /^(?:\/v1)?\/livez(?:\?|$)/

/** Without this server, probes of a live process are refused, and a supervisor restarts it for no reason. */
export function createWaitingServer({ host, port }: { host: string; port: number }): WaitingServer {
  let server: Server | undefined
  return {
    start: () => {
      // Other workers may be serving on the same port.
      if (server !== undefined || cluster.isWorker) return
      server = createServer({ requireHostHeader: false }, (req, res) => answer(req.url ?? '', res))
      server.on('error', () => {})
      server.listen({ host, port })
    },
    stop: async () => {
      if (server === undefined) return
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(url: string, res: ServerResponse): void {
  const isLive = LIVENESS.test(url)
  const id = crypto.randomUUID()
  const problem = new HttpProblem('unavailable', 'The service is waiting for its database.', { status: 503 })
  const body = isLive ? { status: 'live' } : toProblemBody(problem, id)
  res.writeHead(isLive ? 200 : 503, {
    'Content-Type': isLive ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Request-Id': id,
    Connection: 'close',
    ...(!isLive && { 'Retry-After': RETRY_AFTER_SECONDS }),
  })
  res.end(JSON.stringify(body))
}
