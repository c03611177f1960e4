import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { crc32 } from 'node:zlib'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A queue that calls itself for each waiter that has gone overflows the stack at some 7,500.
const CLIENTS = 8000
const GUESSES = 500
const FAILURES_PER_MINUTE = 60

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
    RATE_LIMIT_FAILURES_PER_MINUTE: String(FAILURES_PER_MINUTE),
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

test('of five hundred guessed keys at once, no more are looked up than may fail in a minute', async () => {
  const statuses = await Promise.all(Array.from({ length: GUESSES }, guess))
  const count = (status: number) => statuses.filter((one) => one === status).length
  expect(count(401)).toBeLessThanOrEqual(FAILURES_PER_MINUTE)
  expect(count(401) + count(429) + count(503)).toBe(GUESSES)
  expect(await guess()).toBe(429)
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

/** The status of a write with a key that nobody has. */
async function guess(): Promise<number> {
  const { status } = await fetch(`${address}/v1/delete?user_id=1`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${inventKey()}` },
  })
  return status
}

/** Well-formed, with its checksum, so that it has to be looked up. */
function inventKey(): string {
  const secret = randomBytes(32).toString('hex')
  return `tzr_${secret}${crc32(secret).toString(16).padStart(8, '0')}`
}
