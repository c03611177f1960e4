import { freePort } from '@timezone-registry/test-servers/free-port'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'

const WRITES_PER_MINUTE = 4

describe('WORKERS=2', () => {
  let service: ServiceProcess
  let address: string
  let databaseUrl: string
  beforeAll(async () => {
    databaseUrl = await createTestDatabase()
    service = startProcess({
      DATABASE_URL: databaseUrl,
      WORKERS: '2',
      SHUTDOWN_GRACE_SECONDS: '5',
      TRUST_PROXY: '1',
      RATE_LIMIT_WRITES_PER_MINUTE: String(WRITES_PER_MINUTE),
      // With port zero, workers that die together would choose another one.
      PORT: String(await freePort()),
    })
    address = await service.ready()
  })
  afterAll(() => service?.[Symbol.asyncDispose]())

  test('serves on one port, and each worker shows the other’s changes', async () => {
    expect(service.log.at(-1)?.msg).toMatch(/is ready at .* with 2 workers$/)
    await pidsOfBoth(service, address)
    for (let round = 0; round < 20; round++) {
      const timezone = round % 2 === 0 ? 'Asia/Tokyo' : 'Europe/Berlin'
      expect(await save(address, 'ann', timezone)).toBe(200)
      await waitUntil(
        async () => (await zonesOf(address, 'ann')).every((zone) => zone === timezone),
        'both to show it',
      )
    }
  })

  test('counts a caller’s writes together', async () => {
    // Over connections opened together, so that both workers get some.
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => save(address, 'ann', 'UTC', '203.0.113.7')),
    )
    expect(statuses.toSorted()).toEqual([
      ...Array(WRITES_PER_MINUTE).fill(200),
      ...Array(12 - WRITES_PER_MINUTE).fill(429),
    ])
  })

  test('a worker that dies is replaced while the other serves', async () => {
    const before = await pidsOfBoth(service, address)
    process.kill([...before][0] ?? 0, 'SIGKILL')
    await waitUntil(
      () => service.log.some(({ msg }) => msg === 'A worker died; starting another'),
      'it to be noticed',
    )
    for (let request = 0; request < 10; request++) expect(await zoneOf(address, 'nobody')).toBeUndefined()
    await waitUntil(async () => {
      await zonesOf(address, 'nobody')
      return [...workerPids(service)].some((pid) => !before.has(pid))
    }, 'the new one to serve')
  })

  test('workers that die together are all replaced', async () => {
    const before = workerPids(service)
    for (const pid of before) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    await waitUntil(async () => {
      await zonesOf(address, 'nobody').catch(() => {})
      return [...workerPids(service)].filter((pid) => !before.has(pid)).length === 2
    }, 'two new ones to serve')
  })

  test('SIGTERM lets all workers finish, and the process exits with 0', async () => {
    const running = { load: true }
    const failures: unknown[] = []
    const load = Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        while (running.load) {
          const answer = await save(address, `user ${client}`, 'UTC').catch((error: unknown) => error)
          if (answer !== 200) failures.push(answer)
        }
      }),
    )
    // During the drain of one second, clients disconnect as a load balancer would.
    service.kill('SIGTERM')
    await waitUntil(async () => (await rawFetch(`${address}/readyz`)).status === 503, 'readyz to turn')
    running.load = false
    await load
    expect(await service.ended()).toBe(0)
    expect(failures).toEqual([])
    expect(service.log.at(-1)?.msg).toBe('Stopped')
  })

  test('a failed start exits with the reason, once per worker, and leaves no worker', async () => {
    await using failing = startProcess({
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      DATABASE_WAIT_SECONDS: '0',
      WORKERS: '2',
    })
    expect(await failing.ended()).toBe(1)
    expect(failing.log.some(({ msg }) => String(msg).startsWith('Could not start'))).toBe(true)
  })
})

/** By default from a caller who has not written before. */
async function save(
  address: string,
  user_id: string,
  timezone: string,
  caller = randomAddress(),
): Promise<number> {
  const body = JSON.stringify({ user_id, username: 'ann', timezone })
  const answer = await rawFetch(`${address}/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': caller },
    body,
  })
  return answer.status
}

function randomAddress(): string {
  return `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`
}

/** Over connections opened together, so that both workers get some. */
function zonesOf(address: string, userId: string): Promise<(string | undefined)[]> {
  return Promise.all(Array.from({ length: 4 }, () => zoneOf(address, userId)))
}

async function zoneOf(address: string, userId: string): Promise<string | undefined> {
  return JSON.parse((await rawFetch(`${address}/get?id=${userId}`)).body).timezone
}

/** Reads until both workers have served. */
async function pidsOfBoth(service: ServiceProcess, address: string): Promise<Set<number>> {
  await waitUntil(async () => {
    await zonesOf(address, 'nobody')
    return workerPids(service).size === 2
  }, 'both to have served')
  return workerPids(service)
}

function workerPids(service: ServiceProcess): Set<number> {
  return new Set(service.log.filter(({ msg }) => msg === 'request').map(({ pid }) => Number(pid)))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
