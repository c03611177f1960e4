import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A queue that calls itself for each waiter that has gone overflows the stack at some 7,500.
const CLIENTS = 8000

let postgres: TestPostgres
let service: ServiceProcess
let address: string
beforeAll(async () => {
  postgres = await startTestPostgres()
  service = startProcess({
    DATABASE_URL: postgres.url,
    AUTH: 'required',
    // Connections are limited for a network only without a proxy.
    TRUST_PROXY: '1',
    LOG_REQUESTS: 'none',
  })
  address = await service.ready()
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await postgres?.[Symbol.asyncDispose]()
})

test('eight thousand requests that wait for a slow database and go away do not end the service', async () => {
  postgres.pause()
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, (_, id) => sendRead(id)))
  // By now they wait, since the service reads connections in turn.
  expect((await fetch(`${address}/livez`)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  postgres.resume()
  const read = async () => (await fetch(`${address}/v1/get?id=after`).catch(() => undefined))?.status
  await waitUntil(async () => (await read()) === 404, 'reads to be served again')
  expect(service.log.filter(({ level }) => level === 'error')).toEqual([])
})

/** A read of a user that no other one reads, on a connection of its own. */
async function sendRead(id: number): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
    .on('error', () => {})
    .resume()
  await once(socket, 'connect')
  socket.write(`GET /v1/get?id=impatient-${id} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  return socket
}
