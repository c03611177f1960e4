import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

// A connection with as many unanswered requests is not read further.
const MAX_READ_AHEAD = 100

/**
 * Carries out the requests of each connection one after the other, as RFC 9112 (9.3.2) asks for those that change
 * something: a pipelined delete must not overtake the set before it, whose body takes longer to read.
 */
export function inOrderOfConnection(listener: RequestListener): RequestListener {
  // How many requests wait, for connections that pipeline. When one closes, they never get their turn.
  const waiting = new WeakMap<Socket, number>()
  const countOf = (socket: Socket) => waiting.get(socket) ?? 0

  return (req, res) => {
    const { socket } = req
    // Node gives a response its socket when the response before it has been sent.
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
