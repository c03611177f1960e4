import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isStream } from './stream.ts'

// On all connections together. A waiting request and its response take about 2 KB, and may wait a long time behind a
// response that the client reads slowly.
const MAX_WAITING = 10_000

/**
 * Processes the requests of each connection one at a time, as RFC 9112 (9.3.2) requires for unsafe methods: a pipelined
 * delete must not overtake the set before it, whose body takes longer to read. A connection is closed if too many
 * requests wait, or if one waits behind a stream, which never ends.
 */
export type ConnectionOrder = {
  readonly listener: RequestListener
  /** The response in progress on each connection, or the last one. */
  readonly latest: ReadonlyMap<Socket, ServerResponse>
  /** Called for each new connection. */
  onConnection(socket: Socket): void
}

/** Creates the order in which a listener processes requests. */
export function createConnectionOrder({
  answer,
  maxWaiting = MAX_WAITING,
}: {
  answer: RequestListener
  maxWaiting?: number
}): ConnectionOrder {
  const latest = new Map<Socket, ServerResponse>()
  const waiting = createWaitingCount()

  function start(req: IncomingMessage, res: ServerResponse): void {
    latest.set(req.socket, res)
    answer(req, res)
  }

  function wait(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req
    waiting.add(socket, 1)
    const current = latest.get(socket)
    if (waiting.total > maxWaiting || (current !== undefined && isStream(current.req)))
      return void socket.destroy()
    // Not read further, but the rest of what has been read (up to 64 KB) still arrives.
    socket.pause()
    res.once('socket', () => {
      // The connection is closing.
      if (!socket.writable) return
      waiting.add(socket, -1)
      if (!waiting.has(socket)) socket.resume()
      start(req, res)
      if (waiting.has(socket) && isStream(req)) socket.destroy()
    })
  }

  function forget(this: Socket): void {
    latest.delete(this)
    waiting.remove(this)
  }

  return {
    latest,
    onConnection: (socket) => void socket.once('close', forget),
    listener: (req, res) => {
      // Node assigns a response its socket once the previous response has been sent.
      if (res.socket !== null) start(req, res)
      // Node's parser finishes what it has read, although the connection is closed.
      else if (!req.socket.destroyed) wait(req, res)
    },
  }
}

/** Counts the requests that wait on each connection that pipelines. If it closes, they are never processed. */
function createWaitingCount() {
  const counts = new Map<Socket, number>()
  let total = 0

  function add(socket: Socket, change: number): void {
    const count = (counts.get(socket) ?? 0) + change
    if (count === 0) counts.delete(socket)
    else counts.set(socket, count)
    total += change
  }

  return {
    get total() {
      return total
    },
    has: (socket: Socket) => counts.has(socket),
    add,
    remove: (socket: Socket) => add(socket, -(counts.get(socket) ?? 0)),
  }
}
