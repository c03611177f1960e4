import { EventEmitter, once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createMessages, type Messages } from '../http/express-app.ts'
import { HttpProblem, toProblemBody } from '../http/problem.ts'

/**
 * A server that listens before what it serves is ready: until then, `/livez` is 200, other probes are 503, and everything
 * else waits for three seconds and is then 503. Otherwise, probes of a live process would be refused, and a supervisor
 * would restart it for no reason. Disposing it stops listening, finishes the requests in flight, and closes every
 * connection.
 */
export type WaitingServer = {
  /** The classes of its requests and responses. */
  readonly messages: Messages
  /** Responds as this server does now. */
  readonly respond: RequestListener
  /** Resolves to the port. Rejects with the settings to change if it cannot listen on the address. */
  listen(): Promise<number>
  /** From now on, `listener` responds. Dispose the result before what `listener` uses; it disposes the server. */
  serve(listener: RequestListener): AsyncDisposable
  /** Keeps serving for this long, with `Connection: close` on every response, and stops listening unless it is 0. */
  drain(milliseconds: number): Promise<void>
} & AsyncDisposable

// By default, Node checks for slow senders every 30 s and gives them five minutes.
const SENDER_LIMITS = { connectionsCheckingInterval: 1000, headersTimeout: 10_000, requestTimeout: 15_000 }
const LIMITS = {
  maxHeaderSize: 8192,
  // A request without a body needs no stream for one.
  optimizeEmptyRequests: true,
  // Longer than the 60 s of common load balancers: the side that reuses a connection must be the first to close it.
  keepAliveTimeout: 65_000,
  // The application refuses a missing Host, with the usual error body.
  requireHostHeader: false,
}
// A connection whose client reads nothing of a response for this long is closed.
const STALL_TIMEOUT_MILLISECONDS = 30_000
const SWEEP_MILLISECONDS = 50
// For requests that were sent before the senders noticed that nothing listens any more.
const LAST_REQUESTS_MILLISECONDS = 250
// Node's default of 511 overflows when thousands connect at the same time, and a probe among them waits seconds for its
// next SYN.
const BACKLOG = 4096
// An idle one takes about 10 KB. Node closes further ones, those of probes included: METRICS_PORT serves them, too.
const MAX_CONNECTIONS = 10_000
// Each takes 2 KB until its connection is closed.
const MAX_PIPELINED = 10
// So that clients that never close a connection come to other instances in time.
const MAX_REQUESTS_OF_CONNECTION = 100_000

// With a database that answers, a start takes less, also on a busy machine. Proxies pass a refusal on.
const WAITING_MILLISECONDS = 3000
const WAITING_RETRY_AFTER_SECONDS = 5
const PROBE = /^(?:\/v1)?\/(livez|readyz|health)(?:\?|$)/

/** `messages` are those of another server that serves the same app. */
export function createServer({
  messages = createMessages(),
  senderLimits = SENDER_LIMITS,
  ...address
}: ServerSettings): WaitingServer {
  const starting = new EventEmitter().setMaxListeners(0)
  let respond = createWaiting(starting)
  let closing = false
  const onRequest: RequestListener = (req, res) => {
    if (isPipelined(req, res)) return
    if (closing) res.shouldKeepAlive = false
    respond(req, res)
  }
  const server = createHttpServer({ ...LIMITS, ...senderLimits, ...messages }, onRequest)
  server.maxConnections = MAX_CONNECTIONS
  server.maxRequestsPerSocket = MAX_REQUESTS_OF_CONNECTION
  // Node would refuse an unknown expectation with an empty body.
  server.on('checkExpectation', onRequest)
  server.setTimeout(STALL_TIMEOUT_MILLISECONDS)
  server.on('clientError', (error, socket) => respondToClientError(error, socket as Connection))
  const announceEnd = () => {
    closing = true
  }
  const ending = createEnding(server, announceEnd)
  return {
    messages,
    respond: (req, res) => respond(req, res),
    listen: async () => {
      await listen(server, address)
      return (server.address() as AddressInfo).port
    },
    serve: (listener) => {
      respond = listener
      starting.emit('ready', listener)
      return ending
    },
    ...ending,
  }
}

/** `_httpMessage` is Node's own name for the response in progress; `pipelined` counts requests that came too early. */
type Connection = Socket & { _httpMessage?: ServerResponse | null; pipelined?: number }

/**
 * True for a request that was sent before the response to the one before it, and is not processed: a delete must not
 * overtake a set whose body takes longer to read. The connection is closed after that response.
 */
function isPipelined(req: IncomingMessage, res: ServerResponse): boolean {
  // Node assigns a response its connection once the one before it has been sent.
  if (res.socket !== null) return false
  const connection: Connection = req.socket
  connection.pipelined = (connection.pipelined ?? 0) + 1
  if (connection.pipelined > MAX_PIPELINED) connection.destroy()
  else endAfter(connection._httpMessage, connection)
  req.resume()
  return true
}

/** Closes a connection after the response in progress; at once if that has begun and may never end. */
function endAfter(current: ServerResponse | null | undefined, connection: Socket): void {
  // A response ends in the turn of the event loop in which it begins, unless it is a stream.
  const end = () => (current?.writableEnded ? connection.destroySoon() : connection.destroy())
  if (current?.headersSent) setImmediate(end)
  else if (current == null) end()
  else current.shouldKeepAlive = false
}

/** Responds on the connection itself to what Node's parser refuses, which never becomes a request. */
function respondToClientError(error: NodeJS.ErrnoException, socket: Connection): void {
  // A connection that was opened in advance: a 408 could be taken for the response to a request that is on its way.
  const isUnused = socket.bytesRead === 0
  const current = socket._httpMessage
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) socket.destroy()
  // The client would take a problem for the response in progress.
  else if (current != null && (current.req.complete || current.headersSent)) endAfter(current, socket)
  else refuse(error, socket)
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  const problem = toProblemBody(toParserProblem(error.code), crypto.randomUUID())
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

function toParserProblem(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new HttpProblem('invalid_request', 'The headers are too large: at most 8 KB are accepted.', {
      status: 431,
    })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpProblem('invalid_request', 'The request took too long to arrive.', { status: 408 })
  return new HttpProblem('invalid_request', 'This is not a valid HTTP request.')
}

/** Responds until `starting` emits `ready` with what is served. */
function createWaiting(starting: EventEmitter): RequestListener {
  return async (req, res) => {
    const [, probe] = PROBE.exec(req.url ?? '') ?? []
    if (probe !== undefined) return respondWhileWaiting(res, probe === 'livez')
    const signal = AbortSignal.timeout(WAITING_MILLISECONDS)
    const [listener] = await once(starting, 'ready', { signal }).catch(() => [])
    if (listener === undefined) respondWhileWaiting(res)
    else if (!res.destroyed) listener(req, res)
  }
}

function respondWhileWaiting(res: ServerResponse, isLive = false): void {
  const id = crypto.randomUUID()
  const problem = new HttpProblem('unavailable', 'The service is starting.', { status: 503 })
  res.writeHead(isLive ? 200 : 503, {
    'Content-Type': `application/${isLive ? 'json' : 'problem+json'}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Request-Id': id,
    Connection: 'close',
    ...(!isLive && { 'Retry-After': WAITING_RETRY_AFTER_SECONDS }),
  })
  res.end(JSON.stringify(isLive ? { status: 'live' } : toProblemBody(problem, id)))
}

/** Shuts a server down without dropping a request that is already on its way. */
function createEnding(
  server: Server,
  announceEnd: () => void,
): Pick<WaitingServer, 'drain' | typeof Symbol.asyncDispose> {
  // Node's `close` would close a connection that was accepted a moment ago and has not sent its request yet.
  const closeIdleConnections = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {}
  let closed: Promise<void> | undefined
  const stopListening = () => {
    closed ??= new Promise((resolve) => void server.close(() => resolve()))
    return closed
  }
  return {
    drain: async (milliseconds) => {
      announceEnd()
      if (milliseconds === 0) return
      await sleep(milliseconds)
      // The event loop has just accepted what was waiting. A connection that still waits is reset by closing.
      await nextTurn()
      stopListening()
      await sleep(LAST_REQUESTS_MILLISECONDS)
    },
    [Symbol.asyncDispose]: async () => {
      announceEnd()
      // A busy connection turns idle later and would otherwise linger for the whole keep-alive timeout.
      const sweep = setInterval(closeIdleConnections, SWEEP_MILLISECONDS)
      await stopListening()
      clearInterval(sweep)
    },
  }
}

type Address = { host: string; port: number }

type ServerSettings = Address & { messages?: Messages; senderLimits?: typeof SENDER_LIMITS }

async function listen(server: Server, address: Address): Promise<void> {
  server.listen({ ...address, backlog: BACKLOG })
  await once(server, 'listening').catch((cause: Error) => {
    throw new Error(`${cause.message}. Set another HOST, PORT or METRICS_PORT.`, { cause })
  })
}
