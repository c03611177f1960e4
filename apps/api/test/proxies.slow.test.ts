import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { type ProxyName, proxyMissing, startTestProxy } from './servers/proxies.ts'

// Each sample in deploy/ runs in front of two instances of the service.

const NAMES = (['nginx', 'caddy', 'haproxy'] as const).filter((name) => proxyMissing(name) === undefined)
const WRITES_PER_MINUTE = 5
// A little longer than the 15 s between heartbeats, so that a stream without them would be cut.
const IDLE_SECONDS = 16
const HEADER_LIMIT = 8192
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })

describe.skipIf(NAMES.length === 0)('behind', () => {
  const opened = new AsyncDisposableStack()
  const instances: { port: number; process: ServiceProcess }[] = []
  const urls = new Map<ProxyName, string>()
  const urlOf = (name: ProxyName) => urls.get(name) ?? ''
  let databaseUrl: string
  let startInstance: (port: number) => ServiceProcess

  beforeAll(async () => {
    databaseUrl = await createTestDatabase()
    const env = {
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'https://timezones.example',
      TRUST_PROXY: '1',
      RATE_LIMIT_WRITES_PER_MINUTE: String(WRITES_PER_MINUTE),
      LOG_REQUESTS: 'none',
    }
    startInstance = (port) => opened.use(startProcess({ ...env, PORT: String(port) }))
    for (const port of [await freePort(), await freePort()])
      instances.push({ port, process: startInstance(port) })
    // Ready logs PUBLIC_URL.
    const backends = instances.map(({ port }) => `127.0.0.1:${port}`)
    for (const backend of backends) await waitUntil(() => isReady(backend), 'an instance to be ready')
    for (const name of NAMES)
      urls.set(name, opened.use(await startTestProxy(name, { backends, idleSeconds: IDLE_SECONDS })).url)
  })

  afterAll(() => opened.disposeAsync())

  describe.each(NAMES)('%s', (name) => {
    test('a conditional read is 304, and compression and headers are those of the service', async () => {
      const path = '/v1/timezones'
      const headers = { 'accept-encoding': 'gzip' }
      const proxied = await get(`${urlOf(name)}${path}`, { headers })
      const direct = await rawFetch(`http://127.0.0.1:${instances[0]?.port}${path}`, {
        headers: { ...headers, host: 'timezones.example' },
      })
      for (const header of ['etag', 'content-encoding', 'vary', 'cache-control', 'strict-transport-security'])
        expect(proxied.headers[header], header).toBe(direct.headers.get(header))
      expect(proxied.headers['content-encoding']).toBe('gzip')
      expect(proxied.headers['strict-transport-security']).toMatch(/^max-age=\d+$/)
      const etag = String(proxied.headers.etag)
      const again = await get(`${urlOf(name)}${path}`, { headers: { ...headers, 'if-none-match': etag } })
      expect([again.status, again.headers.etag]).toEqual([304, etag])
    })

    test('headers and paths are refused by the service, at its own limits', async () => {
      const withHeader = (length: number) =>
        get(`${urlOf(name)}/v1/stats`, { headers: { 'x-long': 'x'.repeat(length) } })
      expect((await withHeader(HEADER_LIMIT - 1000)).status).toBe(200)
      const refused = await withHeader(HEADER_LIMIT)
      expect([refused.status, refused.headers['content-type']]).toEqual([
        431,
        'application/problem+json; charset=utf-8',
      ])
      const missing = await get(`${urlOf(name)}/v1/${'x'.repeat(HEADER_LIMIT - 1000)}`)
      expect([missing.status, missing.headers['content-type']]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ])
    })

    test('reads that the database does not answer get the 503 of the service', async () => {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      await client.query('begin; lock table timezones')
      const reads = Array.from({ length: 20 }, (_, index) => get(`${urlOf(name)}/v1/get?id=locked-${index}`))
      const answers = await Promise.all(reads)
      await client.end()
      const problem = [503, expect.any(String), 'application/problem+json; charset=utf-8']
      for (const { status, headers } of answers)
        expect([status, headers['retry-after'], headers['content-type']]).toEqual(problem)
    })

    test('a client cannot choose its address, and another client is not limited with it', async () => {
      const localAddress = `127.0.1.${NAMES.indexOf(name) + 1}`
      const write = (from: string, forged: string) =>
        get(`${urlOf(name)}/v1/set`, {
          method: 'POST',
          localAddress: from,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': forged },
          body: '{"user_id":"1","username":"nelly","timezone":"UTC"}',
        })
      const statuses: number[] = []
      // Each instance counts by itself, and a minute may end in the meantime.
      for (let index = 1; index <= 4 * WRITES_PER_MINUTE + 1 && statuses.at(-1) !== 429; index += 1)
        statuses.push((await write(localAddress, `203.0.113.${index}`)).status)
      expect(statuses).toContain(200)
      expect(statuses.at(-1)).toBe(429)
      expect((await write(`127.0.2.${NAMES.indexOf(name) + 1}`, '203.0.113.1')).status).toBe(200)
    })
  })

  test('every proxy passes events without delay, and heartbeats keep an idle stream open', async () => {
    const streams = await Promise.all(
      NAMES.map(async (name) => {
        const response = await open(`${urlOf(name)}/v1/events`, { headers: { accept: 'text/event-stream' } })
        let received = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          received += chunk
        })
        await waitUntil(() => received !== '', 'the first bytes of a stream')
        const atFirst = received
        return { response, name, isKept: () => received !== atFirst || response.destroyed }
      }),
    )
    // Before the proxies' idle timeout.
    await waitUntil(() => streams.every(({ isKept }) => isKept()), 'a heartbeat on every stream')
    for (const { response, name } of streams) {
      expect([name, response.complete, response.destroyed]).toEqual([name, false, false])
      response.destroy()
    }
  })

  test('no read fails while an instance is killed, started again, and the other one restarted', async () => {
    const load = startLoad(NAMES.map(urlOf))
    await load.more(50, 'at first')
    const [first, second] = instances
    if (first === undefined || second === undefined) throw new Error('There are no instances')
    first.process.kill('SIGKILL')
    await first.process.ended()
    await load.more(150, 'with one killed')
    first.process = startInstance(first.port)
    await waitUntil(() => isReady(`127.0.0.1:${first.port}`), 'the killed instance to be back')
    await load.more(150, 'with one started again')
    // Its successor takes over the port.
    second.process.kill('SIGTERM')
    expect(await second.process.ended()).toBe(0)
    await load.more(150, 'with the other one stopped')
    const { failures, requests } = await load.stop()
    expect(failures).toEqual({})
    expect(requests).toBeGreaterThan(450)
  })
})

type Options = {
  method?: string
  headers?: Record<string, string>
  localAddress?: string
  body?: string
}

async function open(url: string, { body, localAddress, ...options }: Options = {}): Promise<IncomingMessage> {
  const sent = request(url, {
    ...options,
    headers: { host: 'timezones.example', ...options.headers },
    ...(localAddress === undefined
      ? { agent }
      : { localAddress, agent: false as const, rejectUnauthorized: false }),
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function get(url: string, options: Options = {}) {
  const response = await open(url, options)
  const { statusCode: status = 0, headers } = response
  return { status, headers, body: await text(response) }
}

async function isReady(backend: string): Promise<boolean> {
  return rawFetch(`http://${backend}/readyz`, { headers: { host: 'timezones.example' } }).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Reads one after the other through each proxy until it is stopped. */
function startLoad(urls: readonly string[]) {
  const failures: Record<string, number> = {}
  let phase = ''
  let requests = 0
  let isStopping = false
  const readers = urls.map(async (url) => {
    while (!isStopping) {
      const status = await get(`${url}/v1/get?id=nobody`).then(
        (answer) => answer.status,
        (error: Error) => error.message,
      )
      requests += 1
      const failure = `${url} ${phase}: ${status}`
      if (status !== 404) failures[failure] = (failures[failure] ?? 0) + 1
    }
  })
  return {
    /** Resolves after this many more requests; `name` is the phase that failures show. */
    more: (count: number, name: string) => {
      phase = name
      const target = requests + count
      return waitUntil(() => requests >= target, 'more requests')
    },
    stop: async () => {
      isStopping = true
      await Promise.all(readers)
      return { failures, requests }
    },
  }
}
