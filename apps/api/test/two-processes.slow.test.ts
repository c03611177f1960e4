import { createContractClient } from '@timezone-registry/contract'
import { redisMissing, startTestRedis, type TestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { randomUser } from './start-test-api.ts'

describe.skipIf(redisMissing() !== undefined)('two processes over one database and one Redis', () => {
  let redis: TestRedis
  let processes: ServiceProcess[] = []
  let addresses: string[] = []
  beforeAll(async () => {
    redis = await startTestRedis()
    const env = {
      DATABASE_URL: await createTestDatabase(),
      REDIS_URL: redis.url,
      LOG_REQUESTS: 'none',
      RATE_LIMIT_WRITES_PER_MINUTE: '100',
    }
    // Concurrently, so that both try to migrate.
    processes = [startProcess(env), startProcess(env)]
    addresses = await Promise.all(processes.map((service) => service.ready()))
  })
  afterAll(async () => {
    for (const service of processes) await service[Symbol.asyncDispose]()
    await redis?.[Symbol.asyncDispose]()
  })
  const clients = () =>
    addresses.map((baseUrl) => createContractClient({ baseUrl })) as [
      ReturnType<typeof createContractClient>,
      ReturnType<typeof createContractClient>,
    ]

  test('a change on one replaces the other’s cached record', async () => {
    const [here, there] = clients()
    const user = randomUser()
    for (const timezone of ['Europe/Berlin', 'Asia/Tokyo', 'UTC']) {
      await here.setTimezone({ body: { ...user, timezone } })
      const shown = async () =>
        JSON.stringify([
          await there.getTimezone({ query: { id: user.user_id } }),
          await there.lookupTimezones({ query: { ids: user.user_id } }),
        ])
      await waitUntil(async () => (await shown()).split(`"${timezone}"`).length >= 3, 'the new value')
    }
    const isShown = (status: number) => async () =>
      (await there.getTimezone({ query: { id: user.user_id } })).status === status
    await here.setVisibility({ body: { user_id: user.user_id, visibility: 'private' } })
    await waitUntil(isShown(404), 'a private record')
    await here.deleteTimezone({ query: { user_id: user.user_id } })
    await here.setTimezone({ body: { ...user, timezone: 'UTC' } })
    await waitUntil(isShown(200), 'a new record')
    await here.deleteTimezone({ query: { user_id: user.user_id } })
    await waitUntil(isShown(404), 'the delete')
  })

  test('lists, ETags and changes are the same on both', async () => {
    const [here, there] = clients()
    await here.setTimezone({ body: { ...randomUser(), timezone: 'UTC' } })
    const list = async () => {
      const lists = await Promise.all(addresses.map((address) => rawFetch(`${address}/list`)))
      return lists.map(({ body, headers }) => ({ body, etag: headers.get('etag') }))
    }
    // While another test has a transaction open on this server, each response has an ETag of its own.
    await expect.poll(async () => new Set((await list()).map(({ etag }) => etag)).size).toBe(1)
    const [one, other] = await list()
    expect(other?.body).toBe(one?.body)
    const changes = await Promise.all([here, there].map((client) => client.listChanges({ query: {} })))
    expect(changes[1]?.body).toEqual(changes[0]?.body)
  })

  test('a listener on one receives the other’s changes, and can continue there', async () => {
    const [here, there] = clients()
    const users = [randomUser(), randomUser()]
    const first = await listenUntil(`${addresses[1]}/events`, users[0]?.user_id ?? '', () =>
      here.setTimezone({ body: { user_id: users[0]?.user_id, username: 'x', timezone: 'UTC' } }),
    )
    await there.setTimezone({ body: { user_id: users[1]?.user_id, username: 'x', timezone: 'UTC' } })
    // The processes accept each other's cursors.
    await listenUntil(`${addresses[0]}/events?since=${first}`, users[1]?.user_id ?? '', async () => {})
  })

  test('writes count against one limit', async () => {
    const isRefused = async (client: ReturnType<typeof clients>[number]) =>
      (await client.deleteTimezone({ query: { user_id: 'nobody' } })).status === 429
    const [first, second] = clients()
    await waitUntil(() => isRefused(first), 'the first process to refuse')
    let admitted = 0
    await waitUntil(async () => (await isRefused(second)) || ++admitted === 99, 'the second one to refuse')
    expect(admitted).toBeLessThan(99)
  })
})

/** Listens, acts, and resolves to the id of the event about that user. */
async function listenUntil(url: string, userId: string, action: () => Promise<unknown>): Promise<string> {
  const abort = new AbortController()
  const response = await fetch(url, { signal: abort.signal })
  await action()
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const id = text
      .split('\n\n')
      .find((event) => event.includes(userId))
      ?.match(/^id: (.*)$/m)?.[1]
    if (id !== undefined) {
      abort.abort()
      return id
    }
  }
  throw new Error('The stream ended')
}
