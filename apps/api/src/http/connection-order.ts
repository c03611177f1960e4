import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { endAfter } from './client-error.ts'
import type { Connections } from './connections.ts'
import { isStream } from './stream.ts'

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
  answer,
  connections,
}: {
  answer: RequestListener
  connections: Connections
}): RequestListener {
  function start(req: IncomingMessage & { isExcess?: boolean }, res: ServerResponse): void {
    if (connections.start(res).isExcess) [req.isExcess, res.shouldKeepAlive] = [true, false]
    answer(req, res)
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
