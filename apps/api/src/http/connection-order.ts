import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

// A connection with this many unanswered requests is not read further.
const MAX_READ_AHEAD = 100

/**
 * Processes the requests of each connection one at a time, as RFC 9112 (9.3.2) requires for unsafe methods: a pipelined
 * delete must not overtake the set before it, whose body takes longer to read.
 */
export function inOrderOfConnection(listener: RequestListener): RequestListener {
  // How many requests wait on each connection that pipelines. If it closes, they are never processed.
  const waiting = new WeakMap<Socket, number>()
  const countOf = (socket: Socket) => waiting.get(socket) ?? 0

  return (req, res) => {
    const { socket } = req
    // Node assigns a response its socket once the previous response has been sent.
    if (res.socket !== null) return listener(req, res)
    waiting.set(socket, countOf(socket) + 1)
    if (countOf(socket) === MAX_READ_AHEAD) socket.pause()
    res.once('socket', () => {
      if (countOf(socket) === MAX_READ_AHEAD) socket.resume()
      waiting.set(socket, countOf(socket) - 1)
      listener(req, res)
    })
  }
}
