import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const DELAY_MILLISECONDS = 10
const LOOKUPS = 60
const IDS = 100
// Longer than the service may take for an answer.
const TIMEOUT_MILLISECONDS = 8_000

describe('with a database 10 ms away', () => {
  let postgres: TestPostgres
  let proxy: TcpProxy
  let service: ServiceProcess
  let address: string
  beforeAll(async () => {
    postgres = await startTestPostgres()
    proxy = await startTcpProxy({ port: Number(new URL(postgres.url).port) })
    const DATABASE_URL = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`
    service = startProcess({ DATABASE_URL, LOG_REQUESTS: 'none', SHUTDOWN_GRACE_SECONDS: '2' })
    address = await service.ready()
    proxy.delay(DELAY_MILLISECONDS)
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
    await proxy?.[Symbol.asyncDispose]()
    await postgres?.[Symbol.asyncDispose]()
  })

  test(`${LOOKUPS} concurrent lookups of ${IDS} users are all answered, and again for the same users`, async () => {
    for (let round = 0; round < 2; round++) {
      const statuses = await Promise.all(Array.from({ length: LOOKUPS }, (_, index) => lookup(index)))
      expect(statuses.filter((status) => status === 'no answer')).toEqual([])
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      expect(statuses).toContain(200)
    }
  })

  test('nothing is pending afterwards: the shutdown does not wait', async () => {
    const since = performance.now()
    service.kill('SIGTERM')
    expect(await service.ended()).toBe(0)
    expect(performance.now() - since).toBeLessThan(2000)
  })

  async function lookup(index: number): Promise<number | 'no answer'> {
    const ids = Array.from({ length: IDS }, (_, id) => `user-${index}-${id}`)
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
    try {
      const response = await fetch(`${address}/v1/lookup?ids=${ids.join(',')}`, { signal })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 'no answer'
    }
  }
})
