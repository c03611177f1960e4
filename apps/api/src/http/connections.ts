import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Budget, createBudget } from '../limiter.ts'

/**
 * The open connections, and what they may hold. One network may hold half of everything.
 *
 * At the limit of connections, those that have been idle the longest are closed. If none is idle, further ones are
 * excess. If too many bytes of responses wait for readers, the connections that have waited the longest are closed.
 */
export type Connections = {
  /** Called for each new connection. */
  add(socket: Socket): void
  of(socket: Socket): Connection
  /** Begins a response. */
  start(response: ServerResponse): Connection
  /** Counts a request that waits; `leave` ends that and returns how many still wait on its connection. */
  wait(socket: Socket): { isOver: boolean; leave: () => number }
  /** Every response in progress. */
  responses(): ServerResponse[]
  /** The number of open connections. */
  readonly count: number
} & Disposable

type Connection = {
  /** Undefined where all callers share the addresses of a proxy. */
  readonly network: string | undefined
  /** The response in progress. */
  response: ServerResponse | undefined
  /** How many requests wait. */
  waiting: number
  /** When the connection was opened or became idle, by `performance.now()`. */
  idleSince: number
  /** When a sweep first found bytes that wait for the reader; undefined if the last one found none. */
  stalledSince: number | undefined
  /** Beyond the limit: serves probes, refuses everything else, and is closed after a response. */
  isExcess: boolean
  /** Stops counting it. */
  forget: () => void
}

/** What all connections may hold together. */
export type ConnectionLimits = { connections: number; waiting: number; unsentBytes: number }

export const CONNECTION_LIMITS: ConnectionLimits = {
  // An idle connection takes about 10 KB.
  connections: 10_000,
  // A waiting request and its response take about 2 KB, and may wait a long time behind a response that the client
  // reads slowly.
  waiting: 10_000,
  unsentBytes: 64 * 1024 * 1024,
}
const SHARE_OF_NETWORK = 0.5
// So that at the limit, not every new connection searches all others.
const CLOSED_TOGETHER = 0.01
const SWEEP_MILLISECONDS = 250

export function createConnections({
  networkOf = () => undefined,
  limits = CONNECTION_LIMITS,
}: {
  networkOf?: (socket: Socket) => string | undefined
  limits?: ConnectionLimits
} = {}): Connections {
  const open = new Map<Socket, Connection>()
  const places = createNetworkBudget(limits.connections)
  const queue = createNetworkBudget(limits.waiting)
  const sweep = setInterval(() => closeStalled(open, limits.unsentBytes), SWEEP_MILLISECONDS).unref()
  // A connection that is closed may still process what has been read.
  const of = (socket: Socket) => open.get(socket) ?? createConnection(undefined)

  return {
    add: (socket) => {
      const connection = createConnection(networkOf(socket))
      const { network } = connection
      const full = places.take(network)
      if (full !== undefined) {
        const count = Math.max(1, limits.connections * CLOSED_TOGETHER)
        closeIdle(open, { count, of: full === 'full' ? undefined : network })
        connection.isExcess = places.take(network) !== undefined
      }
      open.set(socket, connection)
      connection.forget = () => {
        if (!open.delete(socket)) return
        if (!connection.isExcess) places.give(network)
        queue.give(network, connection.waiting)
      }
      socket.once('close', connection.forget)
    },
    of,
    start: (response) => {
      const connection = of(response.req.socket)
      begin(connection, response)
      connection.isExcess &&= places.take(connection.network) !== undefined
      return connection
    },
    wait: (socket) => countWaiting(of(socket), queue),
    responses: () => [...open.values()].flatMap(({ response }) => response ?? []),
    get count() {
      return open.size
    },
    [Symbol.dispose]: () => clearInterval(sweep),
  }
}

function createConnection(network: string | undefined): Connection {
  return {
    network,
    response: undefined,
    waiting: 0,
    idleSince: performance.now(),
    stalledSince: undefined,
    isExcess: false,
    forget: () => {},
  }
}

function begin(connection: Connection, response: ServerResponse): void {
  connection.response = response
  response.once('close', () => {
    if (connection.response !== response) return
    // An idle connection would keep its last request, with its body.
    connection.response = undefined
    connection.idleSince = performance.now()
  })
}

function countWaiting(connection: Connection, queue: Budget): { isOver: boolean; leave: () => number } {
  const { network } = connection
  const isOver = queue.take(network) !== undefined
  if (!isOver) connection.waiting += 1
  const leave = () => {
    queue.give(network)
    connection.waiting -= 1
    return connection.waiting
  }
  return { isOver, leave }
}

function createNetworkBudget(max: number): Budget {
  return createBudget({ max, maxPerCaller: max * SHARE_OF_NETWORK })
}

/** Closes the connections that have been idle the longest; only a network's, if it has too many. */
function closeIdle(
  open: ReadonlyMap<Socket, Connection>,
  { count, of }: { count: number; of: string | undefined },
): void {
  const idle = [...open].filter(
    ([, { response, network }]) => response === undefined && (of === undefined || network === of),
  )
  let freed = 0
  for (const [socket, { forget, isExcess }] of idle.sort(([, a], [, b]) => a.idleSince - b.idleSince)) {
    // At once, because further connections may be added before it is closed.
    forget()
    socket.destroy()
    if (!isExcess) freed += 1
    if (freed >= count) break
  }
}

/** Closes the connections that have waited for their readers the longest, until the others hold few enough bytes. */
function closeStalled(open: ReadonlyMap<Socket, Connection>, maxBytes: number): void {
  const now = performance.now()
  const stalled: { socket: Socket; network: string | undefined; since: number }[] = []
  for (const [socket, connection] of open) {
    connection.stalledSince = socket.writableLength > 0 ? (connection.stalledSince ?? now) : undefined
    const { network, stalledSince: since } = connection
    if (since !== undefined) stalled.push({ socket, network, since })
  }
  const budget = createNetworkBudget(maxBytes)
  for (const { socket, network } of stalled.sort((a, b) => a.since - b.since).toReversed())
    if (budget.take(network, socket.writableLength) !== undefined) socket.destroy()
}
