import { connect, type Socket } from 'node:net'
import { residentMegabytes, waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// Unread, seven unfinished bodies in chunks of one byte take more.
const HEAP_MEGABYTES = 384
// What is not copied as it arrives takes more: 60 times as much as its bytes.
const MAX_GROWTH_MEGABYTES = 120
const ONE_BYTE_CHUNKS = Buffer.from('1\r\n \r\n'.repeat(10_000))
const CHUNKED = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'

/** What each connection sends; `chunks` times 10,000 chunks of one byte. */
const ATTACKS = {
  'unfinished bodies of /bulk without a key': {
    head: `POST /v1/bulk HTTP/1.1\r\n`,
    connections: 20,
    chunks: 26,
  },
  'unfinished bodies of /bulk from callers who may write': {
    head: `POST /v1/bulk HTTP/1.1\r\n`,
    connections: 60,
    chunks: 4,
    auth: 'open',
  },
  'unfinished bodies of /set': { head: `POST /v1/set HTTP/1.1\r\n`, connections: 400, chunks: 1 },
  'finished bodies of /events': {
    head: `GET /v1/events HTTP/1.1\r\n`,
    connections: 60,
    chunks: 1,
    end: '0\r\n\r\n',
  },
  'bodies behind another request': {
    head: `GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /v1/set HTTP/1.1\r\n`,
    connections: 200,
    chunks: 1,
  },
  'thousands of requests at once on each connection, and bodies behind them': {
    head: `${'GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3000)}POST /v1/set HTTP/1.1\r\n`,
    // Held, their requests would take 240 MB.
    connections: 40,
    chunks: 1,
  },
}

describe.for(Object.entries(ATTACKS))('with %s, in chunks of one byte,', ([, attack]) => {
  let service: ServiceProcess
  let address: string
  const sockets: Socket[] = []
  beforeAll(async () => {
    service = startProcess({
      DATABASE_URL: await createTestDatabase(),
      AUTH: 'auth' in attack ? attack.auth : 'required',
      LOG_REQUESTS: 'none',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
    })
    address = await service.ready()
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await service?.[Symbol.asyncDispose]()
  })

  test('the memory stays bounded and others are served', async () => {
    const before = residentMegabytes(service.pid)
    const end = 'end' in attack ? attack.end : ''
    for (let index = 0; index < attack.connections; index++) {
      const socket = open()
      sockets.push(socket)
      socket.write(`${attack.head}Host: localhost\r\n${CHUNKED}`)
      for (let chunks = 0; chunks < attack.chunks; chunks++) socket.write(ONE_BYTE_CHUNKS)
      socket.write(end)
    }
    const isSent = () => sockets.every((socket) => socket.destroyed || socket.writableLength === 0)
    await waitUntil(isSent, 'everything to be sent')
    // What is sent is read in turn with these.
    let most = before
    for (let turn = 0; turn < 200; turn++) {
      expect((await fetch(`${address}/livez`)).status).toBe(200)
      most = Math.max(most, residentMegabytes(service.pid))
    }
    const growth = most - before
    console.info(`${attack.connections} connections: ${growth.toFixed(0)} MB`)
    expect(growth).toBeLessThan(MAX_GROWTH_MEGABYTES)
    expect((await fetch(`${address}/v1/get?id=1`)).status).toBe(404)
  })

  function open(): Socket {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    return socket.on('error', () => {}).resume()
  }
})
