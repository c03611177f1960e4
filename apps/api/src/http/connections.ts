import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
  /** When the response began, or the connection became idle, by `performance.now()`. */
  since: number
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
  const use = createUse(limits)
  const sweep = setInterval(() => closeStalled(open, limits.unsentBytes), SWEEP_MILLISECONDS).unref()
  // A connection that is closed may still process what has been read.
  const of = (socket: Socket) => open.get(socket) ?? createConnection(undefined)

  return {
    add: (socket) => {
      const connection = createConnection(networkOf(socket))
      open.set(socket, connection)
      use.add('connections', connection, 1)
      connection.forget = () => {
        if (!open.delete(socket)) return
        use.add('waiting', connection, -connection.waiting)
        use.add('connections', connection, -1)
      }
      socket.once('close', connection.forget)
      if (use.isOver('connections', connection)) closeIdle(open, connection, { use, limits })
      connection.isExcess = use.isOver('connections', connection)
    },
    of,
    start: (response) => {
      const connection = of(response.req.socket)
      begin(connection, response)
      connection.isExcess &&= use.isOver('connections', connection)
      return connection
    },
    wait: (socket) => countWaiting(of(socket), use),
    responses: () => [...open.values()].flatMap(({ response }) => response ?? []),
    get count() {
      return open.size
    },
    [Symbol.dispose]: () => clearInterval(sweep),
  }
}

function createConnection(network: string | undefined): Connection {
  const since = performance.now()
  return { network, response: undefined, waiting: 0, since, isExcess: false, forget: () => {} }
}

function begin(connection: Connection, response: ServerResponse): void {
  connection.response = response
  connection.since = performance.now()
  response.once('close', () => {
    if (connection.response !== response) return
    // An idle connection would keep its last request, with its body.
    connection.response = undefined
    connection.since = performance.now()
  })
}

function countWaiting(connection: Connection, use: Uses): { isOver: boolean; leave: () => number } {
  const add = (by: number) => {
    use.add('waiting', connection, by)
    connection.waiting += by
    return connection.waiting
  }
  add(1)
  return { isOver: use.isOver('waiting', connection), leave: () => add(-1) }
}

type Counted = 'connections' | 'waiting'
type Uses = ReturnType<typeof createUse>

/** Counts what is held in total and by each network. */
function createUse(limits: ConnectionLimits) {
  const total = { connections: 0, waiting: 0 }
  // Only networks with an open connection.
  const networks = new Map<string | undefined, typeof total>()
  const isNetworkOver = (kind: Counted, { network }: Connection) =>
    network !== undefined && (networks.get(network)?.[kind] ?? 0) > limits[kind] * SHARE_OF_NETWORK
  return {
    add: (kind: Counted, { network }: Connection, by: number) => {
      const ofNetwork = networks.getOrInsertComputed(network, () => ({ connections: 0, waiting: 0 }))
      total[kind] += by
      ofNetwork[kind] += by
      if (ofNetwork.connections === 0) networks.delete(network)
    },
    isNetworkOver,
    isOver: (kind: Counted, connection: Connection) =>
      total[kind] > limits[kind] || isNetworkOver(kind, connection),
  }
}

/** Closes the connections that have been idle the longest; of the newest one's network, if that has too many. */
function closeIdle(
  open: ReadonlyMap<Socket, Connection>,
  newest: Connection,
  { use, limits }: { use: Uses; limits: ConnectionLimits },
): void {
  const isOfNetwork = use.isNetworkOver('connections', newest)
  const idle = [...open].filter(
    ([, connection]) =>
      connection !== newest &&
      connection.response === undefined &&
      (!isOfNetwork || connection.network === newest.network),
  )
  const count = Math.max(1, limits.connections * CLOSED_TOGETHER)
  for (const [socket, { forget }] of idle.sort(byAge).slice(0, count)) {
    // At once, because further connections may be added before it is closed.
    forget()
    socket.destroy()
  }
}

/** Closes the connections that have waited for their readers the longest, until the others hold few enough bytes. */
function closeStalled(open: ReadonlyMap<Socket, Connection>, maxBytes: number): void {
  const stalled = [...open].filter(([socket]) => socket.writableLength > 0)
  const held = new Map<string | undefined, number>()
  let total = 0
  for (const [socket, { network }] of stalled.sort(byAge).toReversed()) {
    const bytes = socket.writableLength
    const ofNetwork = (held.get(network) ?? 0) + bytes
    const isNetworkOver = network !== undefined && ofNetwork > maxBytes * SHARE_OF_NETWORK
    if (total + bytes > maxBytes || isNetworkOver) socket.destroy()
    else {
      total += bytes
      held.set(network, ofNetwork)
    }
  }
}

function byAge([, a]: readonly [Socket, Connection], [, b]: readonly [Socket, Connection]): number {
  return a.since - b.since
}
