import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { inOrderOfConnection } from './http/connection-order.ts'
import type { Messages } from './http/messages.ts'
import { HttpProblem, toProblemBody } from './http/problem.ts'

/** A listening server. Disposing it stops listening, finishes the requests in flight, and closes every connection. */
export type RunningServer = {
  readonly port: number
  /** Keeps serving for this long, with `Connection: close` on every response. */
  drain(options: { milliseconds: number }): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

// By default, Node checks for slow senders every 30 s and gives them five minutes.
const LIMITS = {
  connectionsCheckingInterval: 1000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  maxHeaderSize: 8192,
  // Longer than the 60 s of common load balancers: the side that reuses a connection must be the first to close it.
  keepAliveTimeout: 65_000,
  // The application refuses a missing Host, with the usual error body.
  requireHostHeader: false,
}
// A connection whose client reads nothing of a response for this long is closed.
const STALL_TIMEOUT_MILLISECONDS = 30_000
const SWEEP_MILLISECONDS = 50
// Node's default of 511 overflows when thousands connect at the same time, and a probe among them waits seconds for its
// next SYN.
const BACKLOG = 4096

/** Starts serving. Rejects with what to do if it cannot listen on the address. */
export async function startServer(
  { listener, messages }: { listener: RequestListener; messages?: Messages },
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  const latest = new Map<Socket, ServerResponse>()
  let closing = false

  const answer = inOrderOfConnection((req, res) => {
    latest.set(req.socket, res)
    if (closing) res.shouldKeepAlive = false
    listener(req, res)
  })
  const server = createServer({ ...LIMITS, ...messages }, answer)
  server.on('connection', (socket) => socket.once('close', () => latest.delete(socket)))
  // Node would refuse an unknown expectation with an empty body.
  server.on('checkExpectation', answer)
  server.setTimeout(STALL_TIMEOUT_MILLISECONDS)
  server.on('clientError', (error, socket) =>
    answerClientError(error, socket as Socket, latest.get(socket as Socket)),
  )
  await listen(server, { host, port })

  const announceEnd = () => {
    closing = true
    for (const res of latest.values()) res.shouldKeepAlive = false
  }
  return {
    port: (server.address() as AddressInfo).port,
    drain: async ({ milliseconds }) => {
      announceEnd()
      await sleep(milliseconds)
    },
    [Symbol.asyncDispose]: async () => {
      announceEnd()
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      // The event loop has just accepted what was waiting. A connection that still waits is reset by closing.
      await setImmediate()
      server.close(() => resolve())
      // A busy connection turns idle later and would otherwise linger for the whole keep-alive timeout.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS)
      await closed
      clearInterval(sweep)
    },
  }
}

type Address = { host: string; port: number }

function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new Error(adviceOn(error, address), { cause: error }))
    server.once('error', fail)
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function adviceOn({ code, message }: NodeJS.ErrnoException, { host, port }: Address): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is used by another program. Stop that program, or set PORT to a free port.`
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to 1024 or above.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine. Set it to 127.0.0.1, 0.0.0.0 or one of the machine's addresses.`
  return message
}

/** Responds on the socket itself to what Node's parser refuses, which never becomes a request. */
function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  latest: ServerResponse | undefined,
): void {
  const isAnswering = latest?.headersSent === true && !latest.writableFinished
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy()
    return
  }
  const problem = toProblemBody(toHttpProblem(error.code), crypto.randomUUID())
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${problem.request_id}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  // The remaining bytes of a refused request must not be processed.
  socket.destroySoon()
}

function toHttpProblem(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new HttpProblem('invalid_request', 'The headers are too large: at most 8 KB are accepted.', {
      status: 431,
    })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpProblem('invalid_request', 'The request took too long to arrive.', { status: 408 })
  return new HttpProblem('invalid_request', 'This is not a valid HTTP request.')
}
