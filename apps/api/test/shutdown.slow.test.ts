import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { execute } from './start-test-api.ts'

// Set ROLLING_RESTARTS=20 for a longer run.
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 2)
const TIMEOUT_MILLISECONDS = RESTARTS * 300_000
const REQUESTS_PER_SECOND = 200
// Shorter than the time limit of a statement, and longer than a shutdown that waits for nothing.
const SLOW_WRITES = `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.8); return new; end $$;
  create trigger slow before insert on timezones for each row execute function slow()`

test.concurrent('no request fails during rolling restarts under keep-alive load', {
  timeout: TIMEOUT_MILLISECONDS,
}, async () => {
  const { failures, requests, exits } = await restartUnderLoad('SIGTERM', RESTARTS)
  expect(failures).toEqual([])
  expect(requests).toBeGreaterThan(RESTARTS * 50)
  expect(exits).toEqual(Array(RESTARTS).fill(0))
})

// The control: the same load must notice an instance that is killed.
test.concurrent('the same load does see failures when instances are killed', {
  timeout: TIMEOUT_MILLISECONDS,
}, async () => {
  const { failures } = await restartUnderLoad('SIGKILL', 1)
  expect(failures.length).toBeGreaterThan(0)
})

test.concurrent('after SIGTERM, /readyz answers 503, which the log has as no error, and every response closes its connection', async () => {
  await using service = startProcess({
    DATABASE_URL: await createTestDatabase(),
    SHUTDOWN_GRACE_SECONDS: '5',
  })
  const address = await service.ready()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await get(`${address}/livez`, agent)).connection).toBe('keep-alive')

  service.kill('SIGTERM')
  await waitUntil(async () => (await rawFetch(`${address}/readyz`)).status === 503, 'readyz to turn')
  expect(await get(`${address}/livez`, agent)).toMatchObject({ status: 200, connection: 'close' })
  expect(await service.ended()).toBe(0)
  expect(service.log).toContainEqual(expect.objectContaining({ path: '/readyz', status: 503 }))
  expect(service.log.filter(({ level }) => level !== 'info')).toEqual([])
  agent.destroy()
})

test('a write in progress is committed and answered before the process ends', async () => {
  const DATABASE_URL = await createTestDatabase()
  await using service = startProcess({ DATABASE_URL, SHUTDOWN_GRACE_SECONDS: '5' })
  const address = await service.ready()
  await execute(DATABASE_URL, SLOW_WRITES)
  const writing = rawFetch(`${address}/set`, {
    method: 'POST',
    body: { user_id: 'ann', username: 'ann', timezone: 'UTC' },
  })
  const isWriting =
    "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
  await waitUntil(async () => (await execute(DATABASE_URL, isWriting)).length > 0, 'the write to begin')
  service.kill('SIGINT')
  expect((await writing).status).toBe(200)
  expect(await service.ended()).toBe(0)
  expect(await execute(DATABASE_URL, 'select user_id from timezones')).toEqual([{ user_id: 'ann' }])
})

test('an idle connection does not use up the grace period', async () => {
  await using service = startProcess({
    DATABASE_URL: await createTestDatabase(),
    SHUTDOWN_GRACE_SECONDS: '5',
  })
  const address = await service.ready()
  const agent = new Agent({ keepAlive: true })
  await get(`${address}/livez`, agent)
  service.kill('SIGINT')
  expect(await service.ended()).toBe(0)
  agent.destroy()
})

/** Acts as a load balancer that probes `/readyz` of two instances, while each in turn is stopped and replaced. */
async function restartUnderLoad(signal: NodeJS.Signals, restarts: number) {
  const env = {
    DATABASE_URL: await createTestDatabase(),
    // A fifth of it is left to notice a 503, also where the machine is busy.
    SHUTDOWN_GRACE_SECONDS: '15',
    LOG_REQUESTS: 'none',
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const failures: string[] = []
  const exits: unknown[] = []
  const sent: Promise<unknown>[] = []
  let stopped = false
  await using started = new AsyncDisposableStack()
  const startReady = async () => {
    const service = started.use(startProcess(env))
    return { service, address: await service.ready(), isReady: true }
  }
  let instances = [await startReady(), await startReady()]
  started.defer(() => {
    stopped = true
  })

  const probing = repeat(20, async () => {
    for (const instance of instances)
      instance.isReady = await get(`${instance.address}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      )
  })
  const loading = repeat(1000 / REQUESTS_PER_SECOND, async () => {
    const ready = instances.filter(({ isReady }) => isReady)
    const target = ready[sent.length % ready.length]
    if (target === undefined) return void failures.push('no instance was ready')
    sent.push(
      get(`${target.address}/v1/get?id=${sent.length}`, agent).then(
        ({ status }) => status === 404 || failures.push(`status ${status}`),
        (error: Error) => failures.push(error.message),
      ),
    )
  })

  for (let restart = 0; restart < restarts; restart++) {
    const [oldest, other] = instances
    if (oldest === undefined || other === undefined) throw new Error('There are two instances')
    oldest.service.kill(signal)
    exits.push(await oldest.service.ended())
    instances = [other, await startReady()]
  }
  stopped = true
  await Promise.all([probing, loading])
  // Destroying the agent would end those that are still on their way.
  await Promise.all(sent)
  agent.destroy()
  return { failures, requests: sent.length, exits }

  async function repeat(milliseconds: number, action: () => Promise<void>): Promise<void> {
    while (!stopped) {
      await action()
      await sleep(milliseconds)
    }
  }
}

function get(url: string, agent?: Agent): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, agent === undefined ? {} : { agent }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}
