import { freePort } from '@timezone-registry/test-servers/free-port'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { execute } from './start-test-api.ts'

describe('WORKERS=2', () => {
  test('serves on one port, and each worker shows the other’s changes', async () => {
    await using service = await start()
    const address = await service.ready()
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
    await using service = await start({ RATE_LIMIT_WRITES_PER_MINUTE: '4' })
    const address = await service.ready()
    await pidsOfBoth(service, address)
    // Over connections opened together, so that both workers get some.
    const statuses = await Promise.all(Array.from({ length: 12 }, () => save(address, 'ann', 'UTC')))
    expect(statuses.toSorted()).toEqual([...Array(4).fill(200), ...Array(8).fill(429)])
  })

  test('a worker that dies is replaced while the other serves', async () => {
    await using service = await start()
    const address = await service.ready()
    const before = await pidsOfBoth(service, address)
    const [victim = 0] = before
    process.kill(victim, 'SIGKILL')
    await waitUntil(
      () => service.log.some(({ msg }) => msg === 'A worker died; starting another'),
      'it to be noticed',
    )
    for (let read = 0; read < 10; read++) expect(await zoneOf(address, 'ann')).toBeUndefined()
    await waitUntil(async () => {
      await zonesOf(address, 'ann')
      return [...workerPids(service)].some((pid) => !before.has(pid))
    }, 'the new one to serve')
  })

  test('a worker that dies leaves no stale value in the other: it may have been killed before it could evict', async () => {
    const DATABASE_URL = await createTestDatabase()
    await using service = await start({ DATABASE_URL })
    const address = await service.ready()
    // `fetch` keeps its connection, and so its worker.
    const read = async () => (await fetch(`${address}/get?id=ann`)).json() as Promise<{ timezone?: string }>
    expect(await read()).toMatchObject({ code: 'not_found' })
    await expect.poll(() => workerPids(service).size).toBe(1)
    const [survivor] = workerPids(service)
    await execute(DATABASE_URL, "insert into timezones values ('ann', 'Ann', 'Asia/Tokyo')")
    const [victim = 0] = [...(await pidsOfBoth(service, address))].filter((pid) => pid !== survivor)
    expect(await read()).toMatchObject({ code: 'not_found' })

    process.kill(victim, 'SIGKILL')
    await waitUntil(async () => (await read()).timezone === 'Asia/Tokyo', 'the survivor to read it again')
  })

  test('workers that die together are all replaced', async () => {
    // With port zero, a new one would be chosen.
    await using service = await start({ PORT: String(await freePort()) })
    const address = await service.ready()
    const before = await pidsOfBoth(service, address)
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await waitUntil(async () => {
      await zonesOf(address, 'ann').catch(() => {})
      return [...workerPids(service)].filter((pid) => !before.has(pid)).length === 2
    }, 'two new ones to serve')
  })

  test('SIGTERM lets all workers finish, and the process exits with 0', async () => {
    await using service = await start({ SHUTDOWN_GRACE_SECONDS: '5' })
    const address = await service.ready()
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
    await using service = startProcess({
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      DATABASE_WAIT_SECONDS: '0',
      WORKERS: '2',
    })
    expect(await service.ended()).toBe(1)
    expect(service.log.some(({ msg }) => String(msg).startsWith('Could not start'))).toBe(true)
  })
})

async function start(env: Record<string, string> = {}) {
  return startProcess({ DATABASE_URL: await createTestDatabase(), WORKERS: '2', ...env })
}

async function save(address: string, user_id: string, timezone: string): Promise<number> {
  const body = JSON.stringify({ user_id, username: 'ann', timezone })
  const answer = await rawFetch(`${address}/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return answer.status
}

/** Over connections opened together, so that both workers get some. */
function zonesOf(address: string, userId: string): Promise<(string | undefined)[]> {
  return Promise.all(Array.from({ length: 4 }, () => zoneOf(address, userId)))
}

async function zoneOf(address: string, userId: string): Promise<string | undefined> {
  return JSON.parse((await rawFetch(`${address}/get?id=${userId}`)).body).timezone
}

/** Reads until both workers have served. */
async function pidsOfBoth(service: ReturnType<typeof startProcess>, address: string): Promise<Set<number>> {
  await waitUntil(async () => {
    await zonesOf(address, 'bob')
    return workerPids(service).size === 2
  }, 'both to have served')
  return workerPids(service)
}

function workerPids(service: ReturnType<typeof startProcess>): Set<number> {
  return new Set(service.log.filter(({ msg }) => msg === 'request').map(({ pid }) => Number(pid)))
}
