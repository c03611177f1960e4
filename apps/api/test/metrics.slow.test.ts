import { METHODS } from 'node:http'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { describe, expect, test } from 'vitest'
import { openTransaction, startTestApi, type TestApi } from './start-test-api.ts'

describe('GET /metrics', () => {
  test('counts requests by method, route and status, never by id, and errors by code', async () => {
    await using api = await startTestApi({ METRICS_PORT: '0' })
    const user = await api.save('UTC')
    await api.client.getTimezone({ query: { id: user.user_id } })
    await api.client.getTimezone({ query: { id: user.user_id } })
    await api.client.getTimezone({ query: { id: 'nobody' } })
    await fetch(`${api.baseUrl}/secret-path`)
    const text = await scrape(api)
    const duration = (labels: string) => value(text, `http_request_duration_seconds_count{${labels}}`)
    expect(duration('method="POST",route="/set",status="200"')).toBe(1)
    expect(duration('method="GET",route="/get",status="200"')).toBe(2)
    expect(duration('method="GET",route="/get",status="404"')).toBe(1)
    expect(duration('method="GET",route="other",status="404"')).toBe(1)
    expect(value(text, 'http_problems_total{code="not_found"}')).toBe(1)
    expect(value(text, 'http_problems_total{code="no_such_route"}')).toBe(1)
    expect(text).not.toContain(user.user_id)
    expect(text).not.toContain('secret-path')
  })

  test('counts the methods of a scanner as one', async () => {
    await using api = await startTestApi({ METRICS_PORT: '0' })
    // Node answers CONNECT itself.
    const methods = METHODS.filter((method) => method !== 'CONNECT')
    for (const path of ['/get?id=1', '/nothing', '/', '/docs'])
      for (const method of methods) await api.request(path, { method })
    const found = new Set([...(await scrape(api)).matchAll(/method="([^"]*)"/g)].map(([, method]) => method))
    expect([...found].toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'other'])
  })

  test('shows the state of the cache, the queues, the pool and the streams', async () => {
    await using api = await startTestApi({ METRICS_PORT: '0', DATABASE_POOL_SIZE: '7' })
    const user = await api.save('UTC')
    // The first read starts the tail, and caches nothing.
    await waitUntil(async () => {
      await api.client.getTimezone({ query: { id: user.user_id } })
      return api.context.records.registry.counts().cache.hits > 0
    }, 'a hit')
    const stream = await fetch(`${api.baseUrl}/events`)
    await waitUntil(
      async () => value(await scrape(api), 'timezone_registry_event_listeners') === 1,
      'the stream to be counted',
    )
    const text = await scrape(api)
    expect(value(text, 'timezone_registry_cache_reads_total{result="miss"}')).toBeGreaterThan(0)
    expect(value(text, 'timezone_registry_cache_reads_total{result="hit"}')).toBe(1)
    expect(value(text, 'timezone_registry_cache_bytes')).toBeGreaterThan(500)
    expect(value(text, 'timezone_registry_batched_jobs_total{queue="writes"}')).toBe(1)
    expect(value(text, 'timezone_registry_batches_total{queue="writes"}')).toBe(1)
    expect(value(text, 'timezone_registry_batch_pending{queue="reads"}')).toBe(0)
    expect(value(text, 'timezone_registry_database_connections{state="total"}')).toBeGreaterThan(0)
    expect(value(text, 'timezone_registry_feed_age_seconds')).toBeLessThan(60)
    expect(text).toMatch(/timezone_registry_build_info\{version="[\d.]+",node="[\d.]+",tzdata="20\d\d\w"\} 1/)
    expect(text).toContain('process_cpu_seconds_total')
    await stream.body?.cancel()
    await waitUntil(
      async () => value(await scrape(api), 'timezone_registry_event_listeners') === 0,
      'the stream to end',
    )
    // A stream that lasts for hours is not a slow request.
    expect(await scrape(api)).not.toContain('route="/events"')
  })

  test('shows how long an open transaction has held the feed back', async () => {
    await using api = await startTestApi({ METRICS_PORT: '0' })
    const heldBack = async () => value(await scrape(api), 'timezone_registry_feed_held_back_seconds') ?? -1
    expect(await heldBack()).toBe(0)
    const open = await openTransaction(api.databaseUrl)
    await open.query('create temporary table held (a int)')
    await api.save('UTC')
    await waitUntil(async () => (await heldBack()) > 0.2, 'the change to be held back')
    await open.end()
    await waitUntil(async () => (await heldBack()) === 0, 'the change to be visible')
  })

  test('is not on the service’s own port, and nothing but the probes is beside it', async () => {
    await using api = await startTestApi({ METRICS_PORT: '0' })
    expect((await fetch(`${api.baseUrl}/metrics`)).status).toBe(404)
    const ask = async (path: string, init?: RequestInit) =>
      (await fetch(`${api.metricsUrl}${path}`, init)).status
    expect(await ask('/list')).toBe(404)
    expect(await ask('/metrics', { method: 'POST' })).toBe(405)
    expect([await ask('/livez'), await ask('/readyz')]).toEqual([200, 200])
    api.context.stopAccepting()
    expect([await ask('/livez'), await ask('/readyz')]).toEqual([200, 503])
    await using without = await startTestApi()
    expect(without.context.metrics).toBeUndefined()
  })

  test('describes each of the service’s metrics', async () => {
    await using api = await startTestApi({ METRICS_PORT: '0' })
    const text = await scrape(api)
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(20)
    const described = [...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name)
    expect(described.toSorted()).toEqual(names.toSorted())
  })
})

async function scrape(api: TestApi): Promise<string> {
  const answer = await fetch(`${api.metricsUrl}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of a sample; undefined if there is none. */
function value(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((line) => line.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}
