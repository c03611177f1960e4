import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { test as base } from './api-test.ts'
import { createTestKey, startTestApi } from './start-test-api.ts'

const test = base.extend({ env: [{ TRUST_PROXY: '1' }, { scope: 'file' }] })

const KILOBYTE = 1024
const ONE_BYTE_CHUNK = '1\r\n \r\n'
const IN_CHUNKS = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
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
    const requests = watchRequests()
    const socket = open(api.baseUrl)
    socket.write(
      `${target} HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n${ONE_BYTE_CHUNK.repeat(1000)}`,
    )
    expect(String(await once(socket, 'data'))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    socket.write(ONE_BYTE_CHUNK.repeat(1000))
    await expect.poll(() => requests[0]?.socket.bytesRead).toBeGreaterThan(12_000)
    expect(requests[0]).toMatchObject({ readableLength: 0, readableFlowing: true })
  },
)

test('a large body is not read from callers without a key', async () => {
  await using api = await startTestApi({ AUTH: 'required' })
  const socket = open(api.baseUrl)
  socket.write(`POST /v1/bulk HTTP/1.1\r\nHost: localhost\r\n${IN_CHUNKS}\r\n${ONE_BYTE_CHUNK.repeat(100)}`)
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 401 /)
  socket.destroy()
})

const LARGE_BODY = ' '.repeat(250_000)

const WITH_LENGTH = `Content-Type: application/json\r\nContent-Length: ${LARGE_BODY.length}\r\n\r\n${LARGE_BODY}`

test.for([
  ['a large body', WITH_LENGTH],
  ['chunks of one byte', `${IN_CHUNKS}\r\n${ONE_BYTE_CHUNK.repeat(LARGE_BODY.length)}0\r\n\r\n`],
] as const)(
  'while a key is looked up, no more than 16 KB of %s and what is read with them is held, as bytes',
  async ([, rest]) => {
    await using api = await startTestApi({ AUTH: 'required' })
    const { key } = await createTestKey(api)
    await using keys = await lockKeys(api)
    const requests = watchRequests()

    const socket = open(api.baseUrl)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.write(`POST /v1/bulk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${rest}`)
    await keys.areAwaited()
    // Whatever else was going to be read has been read in these turns of the event loop, which end before the lookup times out.
    for (let turn = 0; turn < 50; turn++) await setImmediate()
    const request = requests.find(({ url }) => url?.endsWith('/bulk'))
    expect(request?.socket.bytesRead).toBeLessThanOrEqual(192 * KILOBYTE)
    expect(request?.readableLength).toBe(0)
    await keys.unlock()
    await expect.poll(() => answer).toMatch(/HTTP\/1.1 400 [\s\S]*not valid JSON/)
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
  // It has been looked up.
  await expect.poll(() => api.context.access.apiKeys.peek(key)).toBeDefined()
  await revoke()
  // Longer than a key is trusted without a lookup.
  await expect.poll(() => api.context.access.apiKeys.peek(key)).toBeUndefined()
  socket.write(body.slice(1))
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 401 /)
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

/** The requests from now on. */
function watchRequests(): IncomingMessage[] {
  const requests: IncomingMessage[] = []
  const onStart = (message: unknown) => requests.push((message as { request: IncomingMessage }).request)
  subscribe('http.server.request.start', onStart)
  onTestFinished(() => void unsubscribe('http.server.request.start', onStart))
  return requests
}

function open(baseUrl: string): Socket {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => {})
}
