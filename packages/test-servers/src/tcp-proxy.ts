import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy between the service and a server on loopback that disturbs connections as networks do. */
export type TcpProxy = {
  readonly port: number
  /** Delays everything by this long in each direction. */
  delay(milliseconds: number): void
  /** The number of connections accepted so far. */
  readonly accepted: number
  /** Breaks every connection now; returns how many there were. */
  cut(): number
  /** Drops everything that the server sends, without closing connections, until `heal`. */
  swallowAnswers(): void
  /** Ends each connection only in the direction of the service, like a firewall that loses half of its state. */
  halfClose(): void
  /** Connects to another server from now on. */
  retarget(target: { port: number }): void
  /** Forwards everything without delay again; cuts connections that dropped data or are half-closed. */
  heal(): void
  [Symbol.asyncDispose](): Promise<void>
}

type Pair = { near: Socket; far: Socket }

/** What the proxy currently does to every connection. */
type Condition = { target: number; delayMilliseconds: number; isSwallowing: boolean; isDamaged: boolean }

/** Starts a proxy on a free loopback port. */
export async function startTcpProxy({ port }: { port: number }): Promise<TcpProxy> {
  const condition = { target: port, delayMilliseconds: 0, isSwallowing: false, isDamaged: false }
  const pairs = new Set<Pair>()
  let accepted = 0
  const server = createServer((near) => {
    accepted += 1
    const pair = connectPair(near, condition)
    pairs.add(pair)
    for (const socket of [pair.near, pair.far]) socket.once('close', () => pairs.delete(pair))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    const cutPairs = [...pairs]
    for (const { near } of cutPairs) near.destroy()
    return cutPairs.length
  }
  return {
    port: (server.address() as AddressInfo).port,
    get accepted() {
      return accepted
    },
    ...createDamages(condition, pairs, cut),
    cut,
    [Symbol.asyncDispose]: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}

function createDamages(
  condition: Condition,
  pairs: ReadonlySet<Pair>,
  cut: () => void,
): Pick<TcpProxy, 'delay' | 'retarget' | 'swallowAnswers' | 'halfClose' | 'heal'> {
  return {
    delay: (milliseconds) => {
      condition.delayMilliseconds = milliseconds
    },
    retarget: ({ port }) => {
      condition.target = port
    },
    swallowAnswers: () => {
      condition.isSwallowing = true
      condition.isDamaged = true
    },
    halfClose: () => {
      condition.isDamaged = true
      for (const { near } of pairs) near.end()
    },
    heal: () => {
      condition.delayMilliseconds = 0
      condition.isSwallowing = false
      if (condition.isDamaged) cut()
      condition.isDamaged = false
    },
  }
}

/** Connects to the target and forwards in both directions until either side closes. */
function connectPair(near: Socket, condition: Condition): Pair {
  const far = connect(condition.target, '127.0.0.1')
  forward(near, far, condition, () => false)
  forward(far, near, condition, () => condition.isSwallowing)
  for (const socket of [near, far]) {
    socket.on('error', () => {})
    socket.once('close', () => {
      near.destroy()
      far.destroy()
    })
  }
  return { near, far }
}

function forward(from: Socket, to: Socket, condition: Condition, isSwallowed: () => boolean): void {
  let before = Promise.resolve()
  from.on('data', (piece) => {
    if (isSwallowed()) return
    const { delayMilliseconds } = condition
    const due = delayMilliseconds === 0 ? undefined : sleep(delayMilliseconds)
    before = before.then(() => due).then(() => void to.write(piece))
  })
  from.on('end', () => void before.then(() => to.end()))
}
