import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const CONNECTIONS = 3
const SETS_EACH = 100
const CALLERS = 20
// Ten times what the service may take to answer.
const MAX_MILLISECONDS = 35_000

describe('three connections that pipeline many sets behind /events, where their responses could not be sent', () => {
  let service: ServiceProcess
  let address: string
  const sockets: Socket[] = []
  beforeAll(async () => {
    service = startProcess({
      DATABASE_URL: await createTestDatabase(),
      LOG_REQUESTS: 'none',
      SHUTDOWN_GRACE_SECONDS: '20',
    })
    address = await service.ready()
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await service?.[Symbol.asyncDispose]()
  })

  test('are closed, and block no other client', async () => {
    for (let index = 0; index < CONNECTIONS; index++) sockets.push(await pipeline(index))
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
    // Once the service answers a later request, it has read what was pipelined.
    for (let turn = 0; turn < 3; turn++) {
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, (_, caller) => set(`${turn}-${caller}`)),
      )
      expect(answers.filter((status) => status !== 200)).toEqual([])
    }
  })

  test('and leave nothing pending: the shutdown does not use up its grace period', async () => {
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
  })

  async function pipeline(index: number): Promise<Socket> {
    const { hostname, port } = new URL(address)
    const host = `Host: ${hostname}:${port}\r\n`
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    const sets = Array.from({ length: SETS_EACH }, (_, number) => {
      const body = JSON.stringify({ user_id: `pipelined-${index}-${number}`, username: 'x', timezone: 'UTC' })
      return `POST /v1/set HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    })
    socket.write(`GET /v1/events HTTP/1.1\r\n${host}\r\n`)
    // The head of the stream shows that the service has started it.
    await once(socket, 'data')
    socket.write(sets.join(''))
    return socket
  }

  async function set(userId: string): Promise<number | string> {
    try {
      const response = await fetch(`${address}/v1/set`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: userId, username: 'x', timezone: 'UTC' }),
        signal: AbortSignal.timeout(MAX_MILLISECONDS),
      })
      await response.arrayBuffer()
      return response.status
    } catch (error) {
      return String(error)
    }
  }
})
