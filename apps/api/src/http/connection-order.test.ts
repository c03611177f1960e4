import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createConnectionOrder } from './connection-order.ts'

const REQUESTS = 20_000
// One read of a socket holds at most 64 KB.
const MAX_WAITING = 4000

test('pipelined requests are carried out one at a time, and a bounded number of them is read ahead', async () => {
  const order: string[] = []
  const { promise: first, resolve } = Promise.withResolvers<ServerResponse>()
  let mostWaiting = 0
  await using server = await startServer({
    answer: (req, res) => {
      order.push(req.url ?? '')
      if (order.length === 1) resolve(res)
      else res.end()
    },
    onReceived: (received) => {
      mostWaiting = Math.max(mostWaiting, received - order.length)
    },
  })
  const socket = server.open()
  const paths = Array.from({ length: REQUESTS }, (_, index) => `/${index}`)
  socket.write(paths.slice(0, -1).map(get).join(''))
  socket.write(`GET ${paths.at(-1)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const held = await first
  await expect.poll(() => mostWaiting).toBeGreaterThan(100)
  expect(order).toEqual(['/0'])
  held.end()
  await text(socket)
  expect(order).toEqual(paths)
  expect(mostWaiting).toBeLessThan(MAX_WAITING)
})

test.for([
  ['one that streams', '/stream'],
  ['one that waits and then streams', '/slow /stream'],
])('a connection is closed if a request waits behind %s', async ([, paths]) => {
  const order: string[] = []
  await using server = await startServer({
    answer: (req, res) => {
      order.push(req.url ?? '')
      if (req.url === '/slow') return void setImmediate(() => res.end())
      Object.assign(req, { tsRestRoute: { metadata: { isStream: true } } })
      res.write('event')
    },
  })
  const socket = server.open()
  socket.write(`${paths} /behind`.split(' ').map(get).join(''))
  await once(socket.resume(), 'close')
  expect(order).toEqual(paths?.split(' '))
})

test('a connection on which too many requests wait is closed, and its places are released', async () => {
  const held: ServerResponse[] = []
  await using server = await startServer({ answer: (_, res) => void held.push(res), maxWaiting: 20 })
  const first = server.open()
  first.write(get('/').repeat(11))
  await expect.poll(() => held.length).toBe(1)
  for (let times = 0; times < 3; times++) {
    const greedy = server.open()
    greedy.write(get('/').repeat(1000))
    await once(greedy.resume(), 'close')
    const modest = server.open()
    modest.write(get('/').repeat(11))
    await expect.poll(() => held.length).toBe(3 + 2 * times)
    modest.destroy()
    await expect.poll(() => server.connections()).toBe(1)
  }
  expect(first.destroyed).toBe(false)
})

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
}

async function startServer({
  onReceived = () => {},
  ...options
}: Parameters<typeof createConnectionOrder>[0] & { onReceived?: (received: number) => void }) {
  const order = createConnectionOrder(options)
  let received = 0
  const listener: RequestListener = (req, res) => {
    received += 1
    onReceived(received)
    order.listener(req, res)
  }
  const server = createServer(listener).on('connection', order.onConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    open: (): Socket => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      return socket.on('error', () => {})
    },
    connections: () => order.latest.size,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
