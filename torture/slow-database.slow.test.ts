import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { startTcpProxy, type TcpProxy } from '@timezone-registry/test-servers/tcp-proxy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const DELAY_MILLISECONDS = 10
const LOOKUPS = 60
const IDS = 100
// Ten times what the service may take to answer.
const TIMEOUT_MILLISECONDS = 35_000

type Damage = {
  strike(servers: { postgres: TestPostgres; proxy: TcpProxy }): Promise<void> | void
  repair(servers: { postgres: TestPostgres; proxy: TcpProxy }): Promise<void> | void
  /** The status of the lookups in the meantime. */
  status: number
}

const DAMAGES: Record<string, Damage> = {
  'is 10 ms away': {
    strike: ({ proxy }) => proxy.delay(DELAY_MILLISECONDS),
    repair: ({ proxy }) => proxy.heal(),
    status: 200,
  },
  'is frozen': {
    strike: ({ postgres }) => postgres.pause(),
    repair: ({ postgres }) => postgres.resume(),
    status: 503,
  },
  'swallows every answer': {
    strike: ({ proxy }) => proxy.swallowAnswers(),
    repair: ({ proxy }) => proxy.heal(),
    status: 503,
  },
  'is killed': {
    strike: ({ postgres }) => postgres.stop('SIGKILL'),
    repair: ({ postgres }) => postgres.startIfEnded(),
    status: 503,
  },
}

let postgres: TestPostgres
let proxy: TcpProxy
beforeAll(async () => {
  postgres = await startTestPostgres()
  proxy = await startTcpProxy({ port: Number(new URL(postgres.url).port) })
})
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]()
  await postgres?.[Symbol.asyncDispose]()
})

describe.for(Object.entries(DAMAGES))('when the database %s', ([, { strike, repair, status }]) => {
  let service: ServiceProcess
  let address: string
  beforeAll(async () => {
    const DATABASE_URL = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`
    service = startProcess({ DATABASE_URL, LOG_REQUESTS: 'none', SHUTDOWN_GRACE_SECONDS: '20' })
    address = await service.ready()
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
    await repair({ postgres, proxy })
  })

  test(`${LOOKUPS} concurrent lookups of ${IDS} users, and everything else, are answered`, async () => {
    await strike({ postgres, proxy })
    let round = 0
    // On a busy machine, some may take longer than the service waits for them, but not each time.
    await waitUntil(async () => {
      const answers = await Promise.all([...lookUpAll(`user${round++}`), ...OTHERS.map(ask)])
      expect([status, 503]).toEqual(expect.arrayContaining(answers))
      return answers.every((answer) => answer === status)
    }, `answers of ${status}`)
  })

  test('and once it is back, the same lookups succeed', async () => {
    await repair({ postgres, proxy })
    await expect.poll(() => ask('/get?id=nobody')).toBe(404)
    await expect.poll(async () => new Set(await Promise.all(lookUpAll('user0')))).toEqual(new Set([200]))
    // A count whose result was swallowed may be awaited until its connection is abandoned.
    await expect.poll(() => ask('/stats'), { interval: 500 }).toBe(200)
  })

  test('nothing is pending after callers disconnected during the outage: the shutdown does not use up its grace period', async () => {
    await strike({ postgres, proxy })
    const abandoned = new AbortController()
    const left = Promise.allSettled(
      Array.from({ length: LOOKUPS }, (_, index) =>
        fetch(pathOf(index, 'left'), { signal: abandoned.signal }),
      ),
    )
    await ask('/livez')
    abandoned.abort()
    await left
    await repair({ postgres, proxy })
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
  })

  function lookUpAll(prefix: string): Promise<number | string>[] {
    return Array.from({ length: LOOKUPS }, (_, index) => ask(pathOf(index, prefix)))
  }

  function pathOf(index: number, prefix: string): string {
    const ids = Array.from({ length: IDS }, (_, id) => `${prefix}-${index}-${id}`)
    return `${address}/v1/lookup?ids=${ids.join(',')}`
  }

  async function ask(path: string): Promise<number | string> {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
    try {
      const response = await fetch(new URL(path, address), { signal })
      await response.arrayBuffer()
      return response.status
    } catch (error) {
      return `no answer: ${error}`
    }
  }
})

const OTHERS = ['/list', '/changes', '/stats']
