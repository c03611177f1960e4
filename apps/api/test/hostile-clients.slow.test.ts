import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawBytes, rawFetch } from './raw-request.ts'

// Fewer where the machine limits a process to fewer open files.
const IDLE_CONNECTIONS = Math.min(9000, openFilesAllowed() - 1000)
const RECORD = { user_id: 'hostile', username: 'x', timezone: 'UTC' }
const SET = JSON.stringify(RECORD)

let service: ServiceProcess
let address: string
beforeAll(async () => {
  service = startProcess({ DATABASE_URL: await createTestDatabase(), LOG_REQUESTS: 'none' })
  address = await service.ready()
  await rawFetch(`${address}/set`, { method: 'POST', body: RECORD })
  await rawFetch(`${address}/get?id=hostile`)
})
afterAll(() => service?.[Symbol.asyncDispose]())

describe('while other clients are still served,', () => {
  test('three hundred clients that never send their bodies block no other client', async () => {
    const head = 'POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const sockets = Array.from({ length: 300 }, open)
    for (const socket of sockets) socket.write(`${head}Content-Length: ${SET.length}\r\n\r\n`)
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    await expectServed()
    // They were not cut off first.
    expect(sockets.filter((socket) => socket.readableEnded)).toEqual([])
    for (const socket of sockets) socket.destroy()
  })

  test('a client that closes its half of the connection is disconnected', async () => {
    for (const request of ['', 'GET /get?id=hosti', 'GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n']) {
      const socket = open()
      socket.end(request)
      await text(socket)
    }
    await expectServed()
  })

  test('a client that disconnects in the middle of a body, or before the response, affects no other client', async () => {
    for (let times = 0; times < 200; times++) {
      const socket = open()
      await once(socket, 'connect')
      const head = 'POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
      socket.write(`${head}Content-Length: ${SET.length}\r\n\r\n${times % 2 === 0 ? SET : SET.slice(9)}`)
      socket.resetAndDestroy()
    }
    await expectServed()
  })

  test('a client that pipelines gets the response to its first request, and is disconnected', async () => {
    const requests = ['/get?id=hostile', '/livez'].map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    )
    const answer = await rawBytes(address, requests.join(''))
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    expect(answer).toContain('Connection: close')
    expect(await rawBytes(address, requests.join('').repeat(100)).catch(() => '')).not.toContain(
      'HTTP/1.1 404',
    )
  })

  test('clients that pipeline thousands of requests behind /events are disconnected', async () => {
    const before = residentMegabytes(service.pid)
    for (let times = 0; times < 10; times++) {
      const socket = open()
      socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n')
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
      socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(3500))
      await text(socket).catch(() => '')
    }
    expect(residentMegabytes(service.pid) - before).toBeLessThan(150)
  })

  test('bytes after an ambiguous request are never processed as a second request', async () => {
    const smuggled = 'GET /get?id=smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
    for (const framing of [
      `Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
      `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
      `Transfer-Encoding: chunked\r\n\r\n0x1\r\nA\r\n0\r\n\r\n`,
      `Transfer-Encoding: chunked\r\n\r\n1;\nA\r\n0\r\n\r\n`,
      `Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n`,
      `Content-Length: +5\r\n\r\n12345`,
      `Content-Length: 5, 5\r\n\r\n12345`,
      `Content-Length: 5\r\n Transfer-Encoding: chunked\r\n\r\n12345`,
    ]) {
      const answer = await rawBytes(address, `POST /set HTTP/1.1\r\nHost: localhost\r\n${framing}${smuggled}`)
      expect(answer.match(/HTTP\/1\.1 \d+/g), framing).toHaveLength(1)
      expect(answer, framing).toMatch(/^HTTP\/1\.1 4\d\d /)
    }
  })

  test(`of ${IDLE_CONNECTIONS} idle connections, all are kept, in 150 MB`, async () => {
    const before = residentMegabytes(service.pid)
    const sockets: Socket[] = []
    while (sockets.length < IDLE_CONNECTIONS) {
      const some = Array.from({ length: 250 }, open)
      // Those that have sent nothing are closed earlier.
      for (const socket of some) socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await Promise.all(some.map((socket) => once(socket, 'data')))
      sockets.push(...some)
    }
    await expectServed()
    expect((await rawFetch(`${address}/readyz`)).status).toBe(200)
    const kept = sockets.filter(({ readyState }) => readyState === 'open').length
    expect(kept).toBeGreaterThan(0.9 * IDLE_CONNECTIONS)
    expect(residentMegabytes(service.pid) - before).toBeLessThan(150)
    for (const socket of sockets) socket.destroy()
    await expectServed()
  })
})

/** Other clients read and write. */
async function expectServed(): Promise<void> {
  for (const path of ['/get?id=hostile', '/list', '/health']) {
    expect((await rawFetch(address + path)).status).toBe(200)
  }
  expect((await rawFetch(`${address}/set`, { method: 'POST', body: RECORD })).status).toBe(200)
}

function open(): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  return socket.on('error', () => {}).resume()
}

function openFilesAllowed(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
}
