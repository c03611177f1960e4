import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { inOrderOfConnection } from './connection-order.ts'

const REQUESTS = 20_000
// What one read of the socket holds, beyond the hundred at which reading stops.
const MAX_WAITING = 4000

test('pipelined requests are carried out one at a time, and a bounded number of them is read ahead', async () => {
  const order: string[] = []
  const { promise: first, resolve } = Promise.withResolvers<ServerResponse>()
  let received = 0
  let mostWaiting = 0
  const carryOut = inOrderOfConnection((req, res) => {
    order.push(req.url ?? '')
    if (order.length === 1) resolve(res)
    else res.end()
  })
  const server = createServer((req, res) => {
    received += 1
    mostWaiting = Math.max(mostWaiting, received - order.length)
    carryOut(req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const paths = Array.from({ length: REQUESTS }, (_, index) => `/${index}`)
  socket.write(
    paths
      .slice(0, -1)
      .map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      .join(''),
  )
  socket.write(`GET ${paths.at(-1)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const held = await first
  await expect.poll(() => received).toBeGreaterThan(100)
  expect(order).toEqual(['/0'])
  held.end()
  await text(socket)
  expect(order).toEqual(paths)
  expect(mostWaiting).toBeLessThan(MAX_WAITING)
  server.close()
})
