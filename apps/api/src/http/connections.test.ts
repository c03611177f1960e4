import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createConnectionOrder } from './connection-order.ts'
import { CONNECTION_LIMITS, createConnections } from './connections.ts'

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
  await using server = await startServer({
    answer: (_, res) => void held.push(res),
    limits: { ...CONNECTION_LIMITS, waiting: 20 },
  })
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

test('a request that would wait with a body in chunks is not processed, and the connection is closed', async () => {
  const order: string[] = []
  const { promise: first, resolve } = Promise.withResolvers<ServerResponse>()
  await using server = await startServer({
    answer: (req, res) => {
      order.push(req.url ?? '')
      if (order.length === 1) resolve(res)
      else res.end()
    },
  })
  const socket = server.open()
  const chunked = 'POST /chunked HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n \r\n'
  socket.write(get('/first') + chunked)
  const held = await first
  held.end('done')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*done/)
  expect(order).toEqual(['/first'])
})

describe('at the limit of connections,', () => {
  const limits = { ...CONNECTION_LIMITS, connections: 3 }

  test('those that have been idle the longest are closed for new ones', async () => {
    await using server = await startServer({ answer: (_, res) => void res.end('ok'), limits })
    const idle: Socket[] = []
    for (let count = 1; count <= 3; count++) {
      const socket = server.open()
      idle.push(socket)
      await expect.poll(() => server.connections()).toBe(count)
    }
    // The first is now the one that was idle for the shortest time.
    idle[0]?.write(get('/'))
    expect(String(await once(idle[0] as Socket, 'data'))).toContain('ok')
    const newest = server.open()
    newest.write(get('/'))
    expect(String(await once(newest, 'data'))).toContain('ok')
    await expect.poll(() => idle.map(({ destroyed }) => destroyed)).toEqual([false, true, false])
    expect(server.connections()).toBe(3)
  })

  test('further ones are excess while all others are busy, and close after a response', async () => {
    const held: ServerResponse[] = []
    const excess: boolean[] = []
    await using server = await startServer({
      answer: (req: IncomingMessage & { isExcess?: boolean }, res) => {
        excess.push(req.isExcess ?? false)
        if (req.url === '/hold') held.push(res)
        else res.end('ok')
      },
      limits,
    })
    const busy = server.open()
    for (const socket of [busy, server.open(), server.open()]) socket.write(get('/hold'))
    await expect.poll(() => held.length).toBe(3)
    const probe = server.open()
    probe.write(get('/probe'))
    expect(await text(probe)).toMatch(/Connection: close[\s\S]*ok/)
    const later = server.open()
    await expect.poll(() => server.connections()).toBe(4)
    for (const response of held) response.end()
    await expect.poll(() => server.busy()).toBe(0)
    // Until it is closed, it has a place although it is idle.
    busy.destroy()
    await expect.poll(() => server.connections()).toBe(3)
    for (const open of [() => later, server.open]) {
      const socket = open()
      socket.write(get('/'))
      expect(String(await once(socket, 'data'))).toContain('keep-alive')
    }
    expect(excess).toEqual([false, false, false, true, false, false])
  })

  test('a network that has half of them gets no more, and others do', async () => {
    const networks = ['a', 'a', 'a', 'b']
    await using server = await startServer({
      answer: (_, res) => void res.end(),
      limits: { ...limits, connections: 4 },
      networkOf: () => networks.shift(),
    })
    const first = server.open()
    await expect.poll(() => server.connections()).toBe(1)
    server.open()
    await expect.poll(() => server.connections()).toBe(2)
    server.open()
    await expect.poll(() => first.destroyed).toBe(true)
    server.open()
    await expect.poll(() => server.connections()).toBe(3)
  })
})

test('an idle connection keeps nothing of its last request', async () => {
  await using server = await startServer({ answer: (_, res) => void res.end('ok') })
  const socket = server.open()
  socket.write(get('/'))
  await once(socket, 'data')
  await expect.poll(() => server.busy()).toBe(0)
  expect(server.connections()).toBe(1)
})

test('if too many bytes wait for readers, those that have waited the longest are closed', async () => {
  const megabyte = Buffer.alloc(8_000_000)
  const started: string[] = []
  await using server = await startServer({
    answer: (req, res) => {
      started.push(req.url ?? '')
      res.end(megabyte)
    },
    limits: { ...CONNECTION_LIMITS, unsentBytes: 12_000_000 },
  })
  const [first, second] = [server.open(), server.open()]
  first.write(get('/first'))
  await expect.poll(() => started).toEqual(['/first'])
  second.write(get('/second'))
  await expect.poll(() => server.connections()).toBe(1)
  expect(server.busy()).toBe(1)
  let received = 0
  for await (const chunk of second) {
    received += chunk.length
    if (received > megabyte.length) break
  }
})

test('a stream that began long ago is not closed before a response that has waited longer for its reader', async () => {
  const large = Buffer.alloc(8_000_000)
  const responses = new Map<string, ServerResponse>()
  await using server = await startServer({
    answer: (req, res) => {
      responses.set(req.url ?? '', res)
      if (req.url === '/stream') res.write('event')
      else res.end(large)
    },
    limits: { ...CONNECTION_LIMITS, unsentBytes: 12_000_000 },
  })
  for (const path of ['/stream', '/first', '/second']) {
    server.open().write(get(path))
    await expect.poll(() => responses.has(path)).toBe(true)
  }
  await expect.poll(() => responses.get('/first')?.closed).toBe(true)
  responses.get('/stream')?.write(large)
  await expect.poll(() => responses.get('/second')?.closed).toBe(true)
  expect(responses.get('/stream')?.closed).toBe(false)
})

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
}

async function startServer({
  answer,
  onReceived = () => {},
  ...options
}: Parameters<typeof createConnections>[0] & {
  answer: RequestListener
  onReceived?: (received: number) => void
}) {
  const connections = createConnections(options)
  const inOrder = createConnectionOrder({ respond: answer, connections })
  let received = 0
  const listener: RequestListener = (req, res) => {
    received += 1
    onReceived(received)
    inOrder(req, res)
  }
  const server = createServer(listener).on('connection', connections.add).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    open: (): Socket => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      return socket.on('error', () => {})
    },
    connections: () => connections.count,
    /** Connections with a response in progress. */
    busy: () => connections.responses().length,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
