import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// A list of 9 MB: far more than a socket buffers.
const USERS = 100_000
const LIST_READERS = 1000
const EVENT_READERS = 40
const WRITES = 4_000
const WRITERS = 64
// What docs/operations/sizing.md allows each connection, and one text of the list for all.
const LIST_MEGABYTES = 9
const ALLOWED_MEGABYTES = LIST_READERS * 0.054 + LIST_MEGABYTES
// As much again is garbage that V8 has yet to collect.
const MAX_GROWTH_MEGABYTES = 2 * ALLOWED_MEGABYTES

describe('with readers that do not read', () => {
  let service: ServiceProcess
  let address: string
  beforeAll(async () => {
    const DATABASE_URL = await createTestDatabase()
    service = startProcess({
      DATABASE_URL,
      LOG_REQUESTS: 'none',
      TRUST_PROXY: '1',
      SHUTDOWN_GRACE_SECONDS: '2',
    })
    address = await service.ready()
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    await client.query(
      `insert into timezones (user_id, username, timezone) select n::text, repeat('x', 40) || n, 'Europe/Berlin' from generate_series(1, ${USERS}) n`,
    )
    await client.end()
  })
  afterAll(() => service?.[Symbol.asyncDispose]())

  test(`of /list, the memory stays bounded and others are served`, async () => {
    await warmUp()
    let stalled: ClientRequest[] = []
    const growth = await watchGrowth(async () => {
      stalled = await Promise.all(Array.from({ length: LIST_READERS }, (_, index) => stallList(index)))
      await write(WRITES / 10)
    })
    console.info(`${LIST_READERS} stalled readers of /list: ${growth.toFixed(0)} MB`)
    for (const reader of stalled) reader.destroy()
    expect(growth).toBeLessThan(MAX_GROWTH_MEGABYTES)
    expect(await set('beside', new Agent())).toBe(200)
  })

  test('of /events that also request all past changes, the memory stays bounded and others are served', async () => {
    let stalled: Socket[] = []
    const growth = await watchGrowth(async () => {
      stalled = await Promise.all(Array.from({ length: EVENT_READERS }, (_, index) => stallEvents(index)))
      await write(WRITES)
    })
    console.info(`${EVENT_READERS} stalled readers of /events: ${growth.toFixed(0)} MB`)
    for (const socket of stalled) socket.destroy()
    expect(growth).toBeLessThan(MAX_GROWTH_MEGABYTES)
    expect(await set('beside', new Agent())).toBe(200)
  })

  test('and leave nothing pending: the shutdown does not use up its grace period', async () => {
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
  })

  /** Warms up the service, so that its memory use is at its usual level. */
  async function warmUp(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await (await fetch(`${address}/v1/list`)).arrayBuffer()
    await write(WRITES / 10)
  }

  /** Resolves when a response has begun or was refused; reads nothing of its body. */
  function stallList(index: number): Promise<ClientRequest> {
    return new Promise((resolve, reject) => {
      // From many networks, because each may read only so many lists a minute.
      const headers = { 'X-Forwarded-For': `198.51.100.${index % 250}` }
      const sent = request(`${address}/v1/list`, { agent: false, headers }, (response) => {
        response.pause()
        response.on('error', () => {})
        resolve(sent)
      })
      sent.once('error', reject)
      sent.setTimeout(5_000, () => resolve(sent))
      sent.end()
    })
  }

  async function stallEvents(index: number): Promise<Socket> {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    const since = await firstCursor()
    socket.write(
      `GET /v1/events?since=${since} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Forwarded-For: 192.0.2.${index}\r\n\r\n`,
    )
    return socket
  }

  async function firstCursor(): Promise<string> {
    const page = (await (await fetch(`${address}/v1/changes?limit=1`)).json()) as { cursor: string }
    return page.cursor
  }

  /** The peak memory of the service while the work runs, beyond what it used before. */
  async function watchGrowth(work: () => Promise<void>): Promise<number> {
    const before = residentMegabytes(service.pid)
    let most = before
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    while (!isDone) {
      most = Math.max(most, residentMegabytes(service.pid))
      await sleep(50)
    }
    await working
    return most - before
  }

  async function write(count: number): Promise<void> {
    let left = count
    const writers = Array.from({ length: WRITERS }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (left > 0) {
        left -= 1
        await set(`${'w'.repeat(100)}${left}`, agent)
      }
      agent.destroy()
    })
    await Promise.all(writers)
  }

  function set(userId: string, agent: Agent): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const sent = request(`${address}/v1/set`, { method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      })
      sent.once('error', reject)
      sent.end(JSON.stringify({ user_id: userId, username: 'x', timezone: 'UTC' }))
    })
  }
})
