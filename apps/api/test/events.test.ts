import { redisMissing, startTestRedis } from '@timezone-registry/test-servers/redis'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './start-test-api.ts'

type Event = { id: string; data: { type: string; user_id: string; timezone?: string } }

describe('GET /events', () => {
  test('sends sets and deletes as they happen, each with its cursor', async () => {
    await using api = await startTestApi()
    using events = await listen(api.baseUrl)
    await api.save('Europe/Berlin', 'ann')
    await events.received(1)
    await api.client.deleteTimezone({ query: { user_id: 'ann' } })

    await events.received(2)
    expect(events.all).toMatchObject([
      { data: { type: 'set', user_id: 'ann', username: 'x', timezone: 'Europe/Berlin' } },
      { data: { type: 'delete', user_id: 'ann' } },
    ])
    const changes = await api.client.listChanges({ query: { since: events.all[0]?.id } })
    expect(changes.body).toMatchObject({ changes: [{ type: 'delete' }], cursor: events.all[1]?.id })
  })

  test('continues after Last-Event-ID without a gap or a duplicate, under concurrent writes', async () => {
    await using api = await startTestApi()
    const total = 240
    const cursor = await cursorOf(api)
    const writing = (async () => {
      for (let number = 0; number < total; number++) await api.save('UTC', `user-${number}`)
    })()
    const seen: string[] = []
    let last: string | undefined
    while (seen.length < total) {
      using events = await listen(api.baseUrl, last === undefined ? { since: cursor } : { lastEventId: last })
      await events.received(Math.min(40, total - seen.length))
      seen.push(...events.all.map(({ data }) => data.user_id))
      last = events.all.at(-1)?.id
    }
    await writing
    expect(seen).toEqual(Array.from({ length: total }, (_, number) => `user-${number}`))
  })

  test('a client that loses its connection before the first event resumes without a gap', async () => {
    await using api = await startTestApi()
    await api.save('UTC', 'before')
    const response = await fetch(`${api.baseUrl}/v1/events`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = (await reader?.read())?.value ?? ''
    await reader?.cancel()
    const lastEventId = /^id: (.+)$/m.exec(first)?.[1] ?? 'no id'
    await api.save('UTC', 'while-away')
    using events = await listen(api.baseUrl, { lastEventId })
    await events.received(1)
    expect(events.all.map(({ data }) => data.user_id)).toEqual(['while-away'])
  })

  test('is never compressed or buffered, whatever the client accepts', async () => {
    await using api = await startTestApi()
    const abort = new AbortController()
    const response = await fetch(`${api.baseUrl}/events`, {
      signal: abort.signal,
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    abort.abort()
    expect((await api.request('/events', { method: 'HEAD' })).status).toBe(200)
  })

  test('answers 410 for an expired cursor, 400 for other text', async () => {
    await using api = await startTestApi()
    const cursor = await cursorOf(api)
    await api.execute('truncate timezones')
    const expired = await api.request('/events', { headers: { 'last-event-id': cursor } })
    expect([expired.status, JSON.parse(expired.body).code]).toEqual([410, 'cursor_expired'])
    expect((await api.request('/events?since=?')).status).toBe(400)
  })

  test('refuses the 201st stream of a network, and none of another', async () => {
    await using api = await startTestApi({ TRUST_PROXY: '1' })
    const abort = new AbortController()
    using _streams = { [Symbol.dispose]: () => abort.abort() }
    const follow = (network: string) =>
      fetch(`${api.baseUrl}/events`, { signal: abort.signal, headers: { 'x-forwarded-for': network } })
    const streams = await Promise.all(Array.from({ length: 200 }, () => follow('203.0.113.7')))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await follow('203.0.113.7')).status).toBe(429)
    expect((await follow('203.0.113.8')).status).toBe(200)
  })

  test('a shutdown ends the streams, and does not use up its grace period', async () => {
    await using service = startProcess({
      DATABASE_URL: await createTestDatabase(),
      SHUTDOWN_GRACE_SECONDS: '5',
    })
    using events = await listen(await service.ready())
    service.kill('SIGTERM')
    await events.ended
    expect(await service.ended()).toBe(0)
  })
})

test.skipIf(redisMissing({ toBreak: true }) !== undefined)(
  'an instance streams another’s changes through Redis, and soon after without it',
  async () => {
    await using redis = await startTestRedis({ toBreak: true })
    await using first = await startTestApi({ REDIS_URL: redis.url })
    await using second = await startTestApi({ REDIS_URL: redis.url, DATABASE_URL: first.databaseUrl })
    using events = await listen(second.baseUrl)
    await first.save('UTC', 'ann')
    await events.received(1)
    await redis.stop()
    await first.save('UTC', 'bob')
    await events.received(2)
    expect(events.all.map(({ data }) => data.user_id)).toEqual(['ann', 'bob'])
  },
)

async function cursorOf(api: TestApi): Promise<string> {
  const answer = await api.client.listChanges({ query: {} })
  if (answer.status !== 200) throw new Error(`/changes was answered with ${answer.status}`)
  return answer.body.cursor
}

/** Listens until it is disposed. */
async function listen(
  baseUrl: string,
  { since, lastEventId }: { since?: string; lastEventId?: string } = {},
) {
  const abort = new AbortController()
  const response = await fetch(`${baseUrl}/v1/events${since === undefined ? '' : `?since=${since}`}`, {
    signal: abort.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
  if (response.status !== 200 || response.body === null)
    throw new Error(`Events were answered with ${response.status}`)
  const all: Event[] = []
  const body = response.body.pipeThrough(new TextDecoderStream())
  const ended = (async () => {
    let text = ''
    for await (const chunk of body) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (id !== undefined && data !== undefined) all.push({ id, data: JSON.parse(data) })
      }
    }
  })().catch(() => {})
  return {
    all,
    ended,
    received: (count: number) => waitUntil(() => all.length >= count, `${count} events`),
    [Symbol.dispose]: () => abort.abort(),
  }
}
