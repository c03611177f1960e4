import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const CALLERS = 3500
// So many that keeping them would end the service, whose heap is limited.
const REQUESTS = 20_000
// Of these, on a busy machine after more requests.
const SAVED = 1000
// At most 512 requests are admitted at a time: about 1,700 sets a second, far fewer than the callers send.
const SET_SECONDS = 0.3
// Without a limit, V8 lets 150 to 350 MB of garbage gather. With this one, keeping every request ends the service.
const HEAP_MEGABYTES = 128

describe('with far more callers than its database can serve, which all retry immediately,', () => {
  let service: ServiceProcess
  let address: string
  beforeAll(async () => {
    const DATABASE_URL = await createTestDatabase()
    service = startProcess({
      DATABASE_URL,
      LOG_REQUESTS: 'none',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
    })
    address = await service.ready()
    await slowDownSets(DATABASE_URL)
  })
  afterAll(() => service?.[Symbol.asyncDispose]())

  test('the service sheds load with 503, keeps serving others and its probes, and recovers', async () => {
    const before = residentMegabytes(service.pid)
    // Its connection is kept for the probes: a new one would wait for those of the callers.
    await (await fetch(`${address}/livez`)).text()
    const counts = new Map<string, number>()
    let answers = 0
    const isOver = () => answers >= REQUESTS && (counts.get('200') ?? 0) > SAVED
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let turn = 0; !isOver(); turn++) {
        const { status, retryAfter } = await set(address, `${caller}-${turn}`, agent)
        const kind = status === 503 ? `503, Retry-After ${retryAfter}` : String(status)
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        answers += 1
      }
      agent.destroy()
    })
    const probes: string[] = []
    while (!isOver()) {
      for (const path of ['/livez', '/readyz', '/health']) {
        const response = await fetch(address + path)
        probes.push(`${path} ${response.status} ${await response.text()}`)
      }
      await sleep(100)
    }
    await Promise.all(callers)

    console.info(`Overload: ${JSON.stringify(Object.fromEntries(counts))}`)
    expect([...counts.keys()].toSorted()).toEqual(['200', '503, Retry-After 1'])
    // On a busy machine a probe of the database may time out, but none is shed.
    for (const probe of probes) expect(probe).toMatch(/^\/livez 200 |^\/(?:readyz|health) (?!.*overloaded)/)
    // The garbage that the heap may hold, and buffers.
    expect(residentMegabytes(service.pid) - before).toBeLessThan(HEAP_MEGABYTES + 50)

    expect((await set(address, 'after', new Agent())).status).toBe(200)
  })
})

/** Slows down each statement that sets records, and nothing else. */
async function slowDownSets(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    create function slow_down() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${SET_SECONDS}); return null; end $$;
    create trigger slow_down before insert on timezones for each statement execute function slow_down()`)
  await client.end()
}

function set(
  address: string,
  userId: string,
  agent: Agent,
): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}/set`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume()
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(JSON.stringify({ user_id: userId, username: 'x', timezone: 'UTC' }))
  })
}
