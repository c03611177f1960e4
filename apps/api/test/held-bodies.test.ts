import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { test as base } from './api-test.ts'
import { createTestKey, startTestApi } from './start-test-api.ts'

const test = base.extend({ env: [{ TRUST_PROXY: '1' }, { scope: 'file' }] })

const KILOBYTE = 1024
const ONE_BYTE_CHUNK = '1\r\n \r\n'
const IN_CHUNKS = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
// What a network may hold.
const NETWORK_BYTES = 8 * 1024 * KILOBYTE

test('a body in chunks of one byte is held as its bytes, and released when the caller disconnects', async ({
  api,
}) => {
  const { bodies } = api.context.limits
  const socket = open(api.baseUrl)
  socket.write(`POST /v1/set HTTP/1.1\r\nHost: localhost\r\n${IN_CHUNKS}\r\n`)
  socket.write(ONE_BYTE_CHUNK.repeat(16_000))
  await expect.poll(() => bodies.taken).toBeGreaterThan(8 * KILOBYTE)
  expect(bodies.taken).toBeLessThanOrEqual(16 * KILOBYTE)
  socket.destroy()
  await expect.poll(() => bodies.taken).toBe(0)
})

test.for([
  ['a stream', 'GET /v1/events', 200],
  ['a read', 'GET /v1/get?id=1', 404],
  ['an address without a route', 'POST /nothing', 404],
  ['a method that a route does not have', 'PUT /v1/get', 405],
  ['a preflight', 'OPTIONS /v1/set', 204],
  ['a request for another host', 'POST /v1/set', 403, 'Host: elsewhere.example'],
  ['a body of another type', 'POST /v1/set', 415, 'Host: localhost\r\nContent-Type: text/plain'],
] as const)(
  'the body of %s is discarded as it arrives',
  async ([, target, status, host = 'Host: localhost'], { api }) => {
    const requests: IncomingMessage[] = []
    const onStart = (message: unknown) => requests.push((message as { request: IncomingMessage }).request)
    subscribe('http.server.request.start', onStart)
    onTestFinished(() => void unsubscribe('http.server.request.start', onStart))
    const socket = open(api.baseUrl)
    socket.write(
      `${target} HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n${ONE_BYTE_CHUNK.repeat(1000)}`,
    )
    expect(String(await once(socket, 'data'))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    socket.write(ONE_BYTE_CHUNK.repeat(1000))
    await expect.poll(() => requests[0]?.socket.bytesRead).toBeGreaterThan(12_000)
    expect(requests[0]).toMatchObject({ readableLength: 0, readableFlowing: true })
    expect(api.context.limits.bodies.taken).toBe(0)
  },
)

test('a large body is not read from callers without a key', async () => {
  await using api = await startTestApi({ AUTH: 'required' })
  const socket = open(api.baseUrl)
  socket.write(`POST /v1/bulk HTTP/1.1\r\nHost: localhost\r\n${IN_CHUNKS}\r\n${ONE_BYTE_CHUNK.repeat(100)}`)
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 401 /)
  expect(api.context.limits.bodies.taken).toBe(0)
  socket.destroy()
})

const LARGE_BODY = ' '.repeat(250_000)

const WITH_LENGTH = `Content-Type: application/json\r\nContent-Length: ${LARGE_BODY.length}\r\n\r\n${LARGE_BODY}`
const PROBE = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'

test.for([
  ['64 KB of a large body', 64, WITH_LENGTH],
  ['64 KB of chunks of one byte', 64, `${IN_CHUNKS}\r\n${ONE_BYTE_CHUNK.repeat(LARGE_BODY.length)}0\r\n\r\n`],
  // What waits is read as well.
  ['128 KB of a large body behind another request', 128, WITH_LENGTH, PROBE],
] as const)(
  'while a key is looked up, no more than %s is read, and held as its bytes',
  async ([, kilobytes, rest, before = '']) => {
    await using api = await startTestApi({ AUTH: 'required' })
    const { bodies } = api.context.limits
    const { key } = await createTestKey(api)
    await using keys = await lockKeys(api)
    const requests: IncomingMessage[] = []
    const onStart = (message: unknown) => requests.push((message as { request: IncomingMessage }).request)
    subscribe('http.server.request.start', onStart)
    onTestFinished(() => void unsubscribe('http.server.request.start', onStart))

    const socket = open(api.baseUrl)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.write(
      `${before}POST /v1/bulk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${rest}`,
    )
    await keys.areAwaited()
    // Whatever else was going to be read has been read in turn with these.
    for (let turn = 0; turn < 5; turn++) expect((await fetch(`${api.baseUrl}/livez`)).status).toBe(200)
    const request = requests.find(({ url }) => url?.endsWith('/bulk'))
    expect(request?.socket.bytesRead).toBeLessThanOrEqual(kilobytes * KILOBYTE)
    expect(request?.readableLength).toBe(0)
    expect(bodies.taken).toBeGreaterThan(0)
    expect(bodies.taken).toBeLessThanOrEqual(kilobytes * KILOBYTE)
    await keys.unlock()
    await expect.poll(() => answer).toMatch(/HTTP\/1.1 400 [\s\S]*not valid JSON/)
    await expect.poll(() => bodies.taken).toBe(0)
  },
)

test('a key that is revoked while a large body arrives is refused', async () => {
  await using api = await startTestApi({ AUTH: 'required' })
  const { key, revoke } = await createTestKey(api)
  const socket = open(api.baseUrl)
  const body = JSON.stringify([{ user_id: 'late', username: 'x', timezone: 'UTC' }])
  socket.write(
    `POST /v1/bulk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n[`,
  )
  await expect.poll(() => api.context.limits.bodies.taken).toBeGreaterThan(0)
  await revoke()
  // Longer than a key is trusted without a lookup.
  await expect.poll(() => api.context.access.apiKeys.peek(key), { timeout: 3000 }).toBeUndefined()
  socket.write(body.slice(1))
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 401 /)
})

test('a network that holds too much is refused, others are served, and so is the network afterwards', async ({
  api,
}) => {
  const { bodies } = api.context.limits
  const head = (network: string, length: number) =>
    `POST /v1/set HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
  const set = JSON.stringify({ user_id: 'held', username: 'x', timezone: 'UTC' })
  const holders = Array.from({ length: NETWORK_BYTES / (16 * KILOBYTE) }, () => open(api.baseUrl))
  for (const socket of holders) socket.write(head('192.0.2.1', 16 * KILOBYTE) + ' '.repeat(9 * KILOBYTE))
  await expect.poll(() => bodies.taken, { timeout: 10_000 }).toBe(holders.length * 9 * KILOBYTE)
  for (const socket of holders) socket.write(' '.repeat(6 * KILOBYTE))
  await expect.poll(() => bodies.taken, { timeout: 10_000 }).toBe(NETWORK_BYTES)

  const refused = open(api.baseUrl)
  refused.write(head('192.0.2.1', set.length) + set)
  expect(String(await once(refused, 'data'))).toMatch(/^HTTP\/1.1 429 [\s\S]*Retry-After: 1\r\n/)
  const other = open(api.baseUrl)
  other.write(head('192.0.2.2', set.length) + set)
  expect(String(await once(other, 'data'))).toMatch(/^HTTP\/1.1 200 /)
  for (const socket of holders) socket.destroy()
  await expect.poll(() => bodies.taken).toBe(0)
  refused.write(head('192.0.2.1', set.length) + set)
  expect(String(await once(refused, 'data'))).toMatch(/^HTTP\/1.1 200 /)
})

test('if all networks hold too much, the bodies that have been arriving the longest are refused', async ({
  api,
}) => {
  const { bodies } = api.context.limits
  const size = 256 * KILOBYTE
  const send = (network: number) => {
    const socket = open(api.baseUrl)
    socket.write(
      `POST /v1/bulk HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.${network}\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    )
    socket.write(' '.repeat(size - 1))
    return socket
  }
  const first = send(1)
  await expect.poll(() => bodies.taken).toBe(size)
  const others = Array.from({ length: 8 * 32 - 1 }, (_, index) => send(1 + Math.floor((index + 1) / 32)))
  await expect.poll(() => bodies.taken).toBe(8 * NETWORK_BYTES)
  const newest = send(9)
  expect(String(await once(first, 'data'))).toMatch(/^HTTP\/1.1 503 [\s\S]*Retry-After: 1\r\n/)
  newest.write(' ')
  expect(String(await once(newest, 'data'))).toMatch(/^HTTP\/1.1 400 [\s\S]*not valid JSON/)
  for (const socket of others) socket.destroy()
  await expect.poll(() => bodies.taken).toBe(0)
})

/** Keeps keys from being looked up until `unlock`. */
async function lockKeys({ databaseUrl }: { databaseUrl: string }) {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  await database.query('begin; lock table api_keys in access exclusive mode')
  const waiting = 'select 1 from pg_locks where not granted and relation = $1::regclass'
  return {
    areAwaited: () => expect.poll(async () => (await database.query(waiting, ['api_keys'])).rowCount).toBe(1),
    unlock: () => database.query('rollback'),
    [Symbol.asyncDispose]: () => database.end(),
  }
}

function open(baseUrl: string): Socket {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => {})
}
