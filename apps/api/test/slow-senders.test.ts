import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { loadConfig } from '@timezone-registry/config'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { pino } from 'pino'
import { test as base, expect } from 'vitest'
import { createApp } from '../src/app.ts'
import { openContext } from '../src/context.ts'
import { createServer } from '../src/process/server.ts'
import { rawFetch } from './raw-request.ts'

const SET = JSON.stringify({ user_id: 'slow', username: 'x', timezone: 'UTC' })
const POST = 'POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Type:'
const JSON_HEAD = `${POST} application/json\r\nContent-Length: ${SET.length}\r\n\r\n`
const DRIP_MILLISECONDS = 50

/** `port` of a service that gives senders a second. */
const test = base.extend<{ port: number }>({
  port: [
    async ({ task: _task }, use) => {
      const config = loadConfig({ DATABASE_URL: await createTestDatabase(), PORT: '0', AUDIT_LOG: 'off' })
      await using context = await openContext(config, pino({ level: 'silent' }))
      const senderLimits = { connectionsCheckingInterval: 50, headersTimeout: 500, requestTimeout: 1000 }
      const waiting = createServer({ ...config.http, senderLimits })
      await using _served = waiting.serve(createApp(context, waiting))
      await use(await waiting.listen())
    },
    { scope: 'file' },
  ],
})

test.concurrent.for([
  ['headers', 'GET /get?id=slow HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'],
  ['a body', JSON_HEAD, SET.slice(0, 1)],
  ['a form', `${POST} application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n`, 'a'],
  ['chunks', `${POST} application/json\r\nTransfer-Encoding: chunked\r\n\r\n`, '1\r\n{\r\n'],
] as const)(
  'a client that sends %s piece by piece is cut off with 408',
  async ([, head, piece], { port }) => {
    const socket = open(port)
    socket.write(head)
    const dripping = setInterval(() => socket.writable && socket.write(piece), DRIP_MILLISECONDS)
    const answer = await text(socket)
    clearInterval(dripping)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('application/problem+json')
  },
)

test.concurrent('a client that sends nothing is cut off without a response', async ({ port }) => {
  expect(await text(open(port))).toBe('')
})

test.concurrent('data that arrives after a 408 is not processed', async ({ port, expect }) => {
  const socket = open(port)
  socket.write(JSON_HEAD)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
  socket.write(SET)
  await text(socket).catch(() => '')
  // If the set had been processed, it would be visible once a later one is.
  const address = `http://127.0.0.1:${port}`
  const body = { user_id: 'later', username: 'x', timezone: 'UTC' }
  // On a busy machine, a second may be too short for a whole request.
  await expect.poll(async () => (await rawFetch(`${address}/set`, { method: 'POST', body })).status).toBe(200)
  expect((await rawFetch(`${address}/get?id=slow`)).status).toBe(404)
})

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  return socket
}
