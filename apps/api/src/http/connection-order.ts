import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RouteMetadata } from '@timezone-registry/contract'
import type { Connections } from './connections.ts'
import { HttpProblem, toProblemBody } from './problem.ts'

declare global {
  namespace Express {
    interface Request {
      /** True on a connection beyond the limit, where only probes are served. */
      isExcess?: boolean
    }
  }
}

/**
 * Returns a listener that processes the requests of each connection one at a time, as RFC 9112 (9.3.2) requires for
 * unsafe methods: a pipelined delete must not overtake the set before it, whose body takes longer to read. A connection
 * is closed if too many requests wait, or if one waits behind a stream, which never ends. A request whose body comes in
 * chunks, each of which takes 400 bytes, does not wait: the connection is closed after the response in progress.
 */
export function createConnectionOrder({
  respond,
  connections,
}: {
  respond: RequestListener
  connections: Connections
}): RequestListener {
  function start(req: IncomingMessage & { isExcess?: boolean }, res: ServerResponse): void {
    if (connections.start(res).isExcess) [req.isExcess, res.shouldKeepAlive] = [true, false]
    respond(req, res)
  }

  function wait(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req
    const { response } = connections.of(socket)
    const { isOver, leave } = connections.wait(socket)
    if (isOver || (response !== undefined && isStream(response.req))) return void socket.destroy()
    // Not read further, but the rest of what has been read (up to 64 KB) still arrives.
    socket.pause()
    if (response !== undefined && req.headers['transfer-encoding'] !== undefined) {
      req.resume()
      endAfter(response, socket)
      return
    }
    res.once('socket', () => {
      // The connection is closing.
      if (!socket.writable) return
      const waiting = leave()
      if (waiting === 0) socket.resume()
      start(req, res)
      if (waiting > 0 && isStream(req)) socket.destroy()
    })
  }

  return (req, res) => {
    // Node assigns a response its socket once the previous response has been sent.
    if (res.socket !== null) start(req, res)
    // Node's parser finishes what it has read, although the connection is closed.
    else if (!req.socket.destroyed) wait(req, res)
  }
}

/** Responds on the socket itself to what Node's parser refuses, which never becomes a request. */
export function respondToClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  latest: ServerResponse | undefined,
): void {
  // A connection that was opened in advance: a 408 could be taken for the response to a request that is on its way.
  const isUnused = socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) socket.destroy()
  else if (latest === undefined || latest.socket === null) refuse(error, socket)
  else if (latest.req.complete) endAfter(latest, socket)
  // What was refused is the rest of the latest request.
  else if (latest.headersSent) socket.destroy()
  else refuse(error, socket)
}

/**
 * Closes a connection after the response in progress, because what follows on it is not answered: a client would take
 * a problem for the response to the request in progress.
 */
function endAfter(latest: ServerResponse, socket: Socket): void {
  if (isStream(latest.req)) return void socket.destroy()
  socket.pause()
  if (!latest.headersSent) latest.shouldKeepAlive = false
  // Before Node assigns the connection to the next response.
  else latest.prependOnceListener('finish', () => socket.destroySoon())
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

/** True once a request has reached a route whose response never ends. */
function isStream(req: IncomingMessage & { tsRestRoute?: { metadata: RouteMetadata } }): boolean {
  return req.tsRestRoute?.metadata.isStream === true
}
