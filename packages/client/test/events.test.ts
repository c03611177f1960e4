import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createClient } from '../src/index.ts'
import { createEventStreams, set } from './fake-feed.ts'
import { createFakeRegistry, problem } from './fake-registry.ts'

const baseUrl = 'https://timezones.example'

test('events resume after the last one with Last-Event-ID, and start at the present', async () => {
  const stream = createEventStreams()
  const { fetch, requests } = createFakeRegistry((request) =>
    request.method === 'HEAD'
      ? new Response(null, { headers: { 'changes-cursor': 'c0' } })
      : stream.open([`id: c${stream.opened + 1}\ndata: ${JSON.stringify(set('ann', 'UTC'))}\n\n`]),
  )
  const cursors: string[] = []
  for await (const { cursor } of createClient({ baseUrl, fetch }).events()) {
    cursors.push(cursor)
    if (cursors.length === 2) break
    stream.breakAll()
  }
  expect(cursors).toEqual(['c1', 'c2'])
  const sent = requests.filter(({ url }) => url.endsWith('/events'))
  expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual(['c0', 'c1'])
})

test('events end when their signal is aborted, and fail when the cursor has expired', async () => {
  const stream = createEventStreams()
  const { fetch } = createFakeRegistry((request) =>
    request.headers.get('last-event-id') === 'old' ? problem(410, 'cursor_expired') : stream.open([]),
  )
  const client = createClient({ baseUrl, fetch })
  const controller = new AbortController()
  const next = client.events({ since: 'c1', signal: controller.signal }).next()
  await expect.poll(() => stream.opened).toBe(1)
  controller.abort()
  expect(await next).toEqual({ done: true, value: undefined })
  await expect(client.events({ since: 'old' }).next()).rejects.toMatchObject({ code: 'cursor_expired' })
})

test.for(['return', 'throw'] as const)('`%s` ends a pending `next` and its request', async (method) => {
  const stream = createEventStreams()
  const { fetch, requests } = createFakeRegistry(() => stream.open([]))
  const events = createClient({ baseUrl, fetch }).events({ since: 'c1' })
  const pending = [events.next(), events.next()]
  await expect.poll(() => stream.opened).toBe(1)
  const ended = Promise.resolve(events[method]?.(new Error('enough')))
  if (method === 'return') await ended
  else await expect(ended).rejects.toThrow('enough')
  expect(await Promise.all(pending)).toEqual(Array(2).fill({ done: true, value: undefined }))
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

test('`return` ends the wait before a reconnection', async () => {
  const { fetch, requests } = createFakeRegistry(() =>
    problem(503, 'unavailable', { headers: { 'retry-after': '300' } }),
  )
  const events = createClient({ baseUrl, fetch }).events({ since: 'c1' })
  const pending = events.next()
  await expect.poll(() => requests.length).toBe(1)
  await events.return?.()
  expect(await pending).toEqual({ done: true, value: undefined })
})

test('a destroyed stream of events closes its connection', async () => {
  const stream = createEventStreams()
  const { fetch, requests } = createFakeRegistry(() => stream.open([]))
  const readable = Readable.from(createClient({ baseUrl, fetch }).events({ since: 'c1' })).resume()
  await expect.poll(() => stream.opened).toBe(1)
  readable.destroy()
  await once(readable, 'close')
  expect(requests[0]?.signal.aborted).toBe(true)
})

test('events that have ended leave no listener on their signal', async () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const stream = createEventStreams()
  const { fetch } = createFakeRegistry(() =>
    stream.open([`id: c2\ndata: ${JSON.stringify(set('ann', 'UTC'))}\n\n`]),
  )
  for await (const { cursor } of createClient({ baseUrl, fetch }).events({ since: 'c1', signal })) {
    expect(cursor).toBe('c2')
    break
  }
  expect(added).toHaveBeenCalledOnce()
  expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1])
})
