import { freePort } from '@timezone-registry/test-servers/free-port'
import { startTestDiscord } from '@timezone-registry/test-servers/login-providers'
import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { signIn } from './login-setup.ts'
import { type ReceivedSpan, startTestCollector } from './servers/otlp-collector.ts'
import { randomUser } from './start-test-api.ts'

const SERVER = 2
const CLIENT = 3
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const STREAM_TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const STREAM_CALLER = `00-${STREAM_TRACE_ID}-00f067aa0ba902b7-01`
const CALLER = `00-${TRACE_ID}-b7ad6b7169203331-01`

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test.skipIf(redisMissing() !== undefined)(
    'a request has a span named by its route, with its statements, Redis commands and calls',
    { timeout: 60_000 },
    async () => {
      await using collector = await startTestCollector()
      await using redis = await startTestRedis()
      await using discord = await startTestDiscord()
      await using service = startProcess({
        DATABASE_URL: await createTestDatabase(),
        REDIS_URL: redis.url,
        RATE_LIMIT_WRITES_PER_MINUTE: '1000',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: 'clocks',
        ...discord.env,
      })
      const baseUrl = await service.ready()
      const user = randomUser()
      await postSet(baseUrl, { ...user, timezone: 'UTC' }, { traceparent: CALLER })
      await fetch(`${baseUrl}/v1/time?id=${user.user_id}`)
      await fetch(`${baseUrl}/readyz`)
      await fetch(`${baseUrl}/people/${user.user_id}`)
      const stream = await fetch(`${baseUrl}/events`, { headers: { traceparent: STREAM_CALLER } })
      await stream.body?.cancel()
      await signIn({ baseUrl })
      // In batches; later ones start when an earlier one has ended.
      const write = () => postSet(baseUrl, { ...randomUser(), timezone: 'UTC' })
      for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 20 }, write))
      service.kill('SIGTERM')
      expect(await service.ended()).toBe(0)

      const servers = collector.spans.filter(({ kind }) => kind === SERVER)
      const set = servers.find(({ name, traceId }) => name === 'POST /set' && traceId === TRACE_ID)
      expect(set).toMatchObject({
        traceId: TRACE_ID,
        parentId: 'b7ad6b7169203331',
        attributes: { 'http.route': '/set', 'http.response.status_code': 200 },
        resource: { 'service.name': 'clocks' },
      })
      const children = collector.spans.filter(({ parentId }) => parentId === set?.id)
      expect(systems(children)).toEqual(['postgresql', 'redis'])
      expect(children.every(({ kind, traceId }) => kind === CLIENT && traceId === TRACE_ID)).toBe(true)

      expect(servers.map(({ name }) => name)).toContain('GET /time')
      expect(servers.map(({ name }) => name)).not.toContain('GET /readyz')
      expect(JSON.stringify(collector.spans)).not.toContain(user.user_id)

      const callback = servers.find(({ attributes }) =>
        String(attributes['http.route']).endsWith('/callback'),
      )
      const calls = collector.spans.filter(({ attributes }) => 'url.full' in attributes)
      expect(calls).toHaveLength(2)
      expect(
        calls.every(({ traceId, parentId }) => traceId === callback?.traceId && parentId === callback?.id),
      ).toBe(true)
      expect(discord.traceparents).toEqual(calls.map(({ traceId, id }) => `00-${traceId}-${id}-01`))

      // A statement that several requests share belongs to one of them.
      const sets = servers.filter(({ name, traceId }) => name === 'POST /set' && traceId !== TRACE_ID)
      expect(sets).toHaveLength(100)
      const ids = new Set(sets.map(({ id }) => id))
      const statements = collector.spans.filter(
        ({ parentId, attributes }) => ids.has(parentId) && attributes['db.system.name'] === 'postgresql',
      )
      expect(statements.length).toBeGreaterThanOrEqual(5)
      expect(statements.length).toBeLessThan(100)
      expect(new Set(statements.map(({ parentId }) => parentId)).size).toBe(statements.length)

      const lines = service.log.filter(({ trace_id }) => trace_id === TRACE_ID)
      expect(lines.map(({ msg, span_id }) => [msg, span_id])).toEqual([
        ['audit', set?.id],
        ['request', set?.id],
      ])
      const aborted = service.log.find(({ trace_id }) => trace_id === STREAM_TRACE_ID)
      expect(aborted).toMatchObject({ msg: 'request', path: '/events', aborted: true })
    },
  )

  test.concurrent.for(['hangs', 'refuses'] as const)(
    'a collector that %s delays nothing and is reported once',
    { timeout: 60_000 },
    async (fault, { expect }) => {
      await using collector = await startTestCollector()
      collector.fault = 'hangs'
      await using service = startProcess({
        DATABASE_URL: await createTestDatabase(),
        LOG_REQUESTS: 'none',
        OTEL_EXPORTER_OTLP_ENDPOINT:
          fault === 'hangs' ? collector.url : `http://127.0.0.1:${await freePort()}`,
      })
      const baseUrl = await service.ready()
      const isReport = ({ msg }: Record<string, unknown>) => String(msg).startsWith('Could not send traces')
      // More spans than the queue holds.
      for (let requests = 0; requests < (fault === 'hangs' ? 2700 : 100); requests += 100) {
        const answers = await Promise.all(
          Array.from({ length: 100 }, () => fetch(`${baseUrl}/get?id=nobody`)),
        )
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
      }
      await waitUntil(() => service.log.some(isReport), 'the report')
      service.kill('SIGINT')
      expect(await service.ended()).toBe(0)
      expect(collector.requests > 0).toBe(fault === 'hangs')
      expect(service.log.filter(isReport)).toHaveLength(1)
    },
  )
})

test('without it, nothing of OpenTelemetry is loaded', async () => {
  await using service = startProcess({
    DATABASE_URL: await createTestDatabase(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRINT_MODULES)}`,
  })
  await service.ready()
  const loaded = service.stderr.split('\n')
  expect(loaded.some((url) => url.includes('/node_modules/pg/'))).toBe(true)
  expect(loaded.filter((url) => /opentelemetry|\/src\/tracing\//.test(url))).toEqual([])
})

const PRINT_MODULES = `
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context) } })`

function postSet(baseUrl: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${baseUrl}/set`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function systems(spans: ReceivedSpan[]): unknown[] {
  return [...new Set(spans.map(({ attributes }) => attributes['db.system.name']))].toSorted()
}
