import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Stands between the service and a server on loopback, and does to their connections what networks do. */
export type TcpProxy = {
  readonly port: number
  /** Holds every piece back for this long, in each direction. */
  delay(milliseconds: number): void
  /** Breaks every connection now. */
  cut(): void
  /** Passes nothing more on from the server, and closes nothing, until `heal`. */
  swallowAnswers(): void
  /** Ends each connection in the direction to the service only, as a firewall that forgets half of it does. */
  halfClose(): void
  /** Passes everything on at once again, on new connections; those that were swallowed or half-closed are broken. */
  heal(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function startTcpProxy(target: { port: number }): Promise<TcpProxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let delayMilliseconds = 0
  let swallowing = false
  let isDamaged = false

  const server = createServer((near) => {
    const far = connect(target.port, '127.0.0.1')
    const pair = { near, far }
    pairs.add(pair)
    void pass(near, far, () => false)
    void pass(far, near, () => swallowing)
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.once('close', () => {
        near.destroy()
        far.destroy()
        pairs.delete(pair)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function pass(from: Socket, to: Socket, isSwallowed: () => boolean): Promise<void> {
    let before = Promise.resolve()
    from.on('data', (piece) => {
      if (isSwallowed()) return
      if (delayMilliseconds === 0) {
        before = before.then(() => void to.write(piece))
        return
      }
      const due = sleep(delayMilliseconds)
      before = before.then(() => due).then(() => void to.write(piece))
    })
    from.on('end', () => void before.then(() => to.end()))
  }

  const cut = () => {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    delay: (milliseconds) => {
      delayMilliseconds = milliseconds
    },
    cut,
    swallowAnswers: () => {
      swallowing = true
      isDamaged = true
    },
    halfClose: () => {
      isDamaged = true
      for (const { near } of pairs) near.end()
    },
    heal: () => {
      delayMilliseconds = 0
      swallowing = false
      if (isDamaged) cut()
      isDamaged = false
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
