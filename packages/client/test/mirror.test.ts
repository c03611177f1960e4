import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient, RegistryError } from '../src/index.ts'
import type { Change } from '../src/wire.ts'
import { createEventStreams, list, set } from './fake-feed.ts'
import { createFakeRegistry, problem } from './fake-registry.ts'

const baseUrl = 'https://timezones.example'
const at = '2026-11-21T12:00:00.000Z'

test('a mirror reads /list, follows /events, and reads /changes after a gap', async () => {
  const stream = createEventStreams()
  const { fetch, requests } = createFakeRegistry((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/v1/list') return list({ ann: 'UTC', __proto__x: 'UTC' }, 'c1')
    if (pathname === '/v1/changes')
      return Response.json({ changes: [{ type: 'delete', user_id: 'ann', at }], cursor: 'c5', more: false })
    return stream.open(['id: c2\n\n', `id: c3\ndata: ${JSON.stringify(set('bob', 'Asia/Tokyo'))}\n\n`])
  })
  const changed: string[] = []
  const onChange = (change: Change) => void changed.push(`${change.type} ${change.user_id}`)
  const mirror = await createClient({ baseUrl, fetch }).mirror({ onChange })
  expect(mirror.isLive).toBe(true)
  await expect.poll(() => mirror.users.has('bob')).toBe(true)
  expect(mirror.users.get('bob')).toEqual({ username: 'bob', timezone: 'Asia/Tokyo' })
  stream.breakAll()
  await expect.poll(() => !mirror.users.has('ann') && mirror.isLive).toBe(true)
  mirror.close()
  await mirror.closed
  expect(mirror.isLive).toBe(false)
  expect(requests.map(({ url }) => url.slice(`${baseUrl}/v1`.length))).toEqual([
    '/list',
    '/events',
    '/changes?since=c3&limit=1000',
    '/events',
  ])
  // Not the records that it began with.
  expect(changed.slice(0, 2)).toEqual(['set bob', 'delete ann'])
})

test('a mirror reloads /list into the same map when its cursor has expired', async () => {
  const stream = createEventStreams()
  let lists = 0
  const { fetch } = createFakeRegistry((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/v1/list') return list(lists++ === 0 ? { ann: 'UTC' } : { bob: 'UTC' }, `c${lists}`)
    return request.headers.get('last-event-id') === 'c1' ? problem(410, 'cursor_expired') : stream.open([])
  })
  const mirror = await createClient({ baseUrl, fetch }).mirror()
  const { users } = mirror
  expect([...users.keys()]).toEqual(['ann'])
  await expect.poll(() => mirror.isLive).toBe(true)
  expect([...users.keys()]).toEqual(['bob'])
  mirror.close()
})

test('a mirror with availability reads the changes from the start after each list', async () => {
  const stream = createEventStreams()
  const availability = { weekly: [{ days: ['mo' as const], from: '09:00', to: '17:00' }] }
  let lists = 0
  const { fetch, requests } = createFakeRegistry((request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/v1/list') return list({ ann: 'UTC', bob: 'UTC', cid: 'UTC' }, `c${lists++}`)
    if (pathname === '/v1/events')
      return request.headers.get('last-event-id') === 'c4' ? problem(410, 'cursor_expired') : stream.open([])
    if (lists > 1) return Response.json({ changes: [], cursor: 'c5', more: false })
    const changes = searchParams.has('since')
      ? [{ type: 'delete', user_id: 'bob', at }]
      : [{ ...set('ann', 'Asia/Tokyo'), availability }]
    return Response.json({
      changes,
      cursor: searchParams.has('since') ? 'c4' : 'c3',
      more: changes.length > 0 && !searchParams.has('since'),
    })
  })
  const changed: string[] = []
  const onChange = (change: Change) => void changed.push(`${change.type} ${change.user_id}`)
  const mirror = await createClient({ baseUrl, fetch }).mirror({ availability: true, onChange })
  expect([...mirror.users]).toEqual([
    ['ann', { username: 'ann', timezone: 'Asia/Tokyo', availability }],
    ['cid', { username: 'cid', timezone: 'UTC' }],
  ])
  await expect.poll(() => mirror.isLive).toBe(true)
  // What the list and the changes no longer have is gone.
  expect(mirror.users.get('ann')).toEqual({ username: 'ann', timezone: 'UTC' })
  expect(changed).toEqual(['set ann', 'set bob'])
  expect(requests.map(({ url }) => url.slice(`${baseUrl}/v1`.length))).toEqual([
    '/list',
    '/changes?limit=1000',
    '/changes?since=c3&limit=1000',
    '/events',
    '/list',
    '/changes?limit=1000',
    '/events',
  ])
  mirror.close()
})

test('a mirror ends when its access is revoked, and when there are more records than it may hold', async () => {
  const { fetch } = createFakeRegistry(({ url }) =>
    url.endsWith('/list') ? list({ ann: 'UTC', bob: 'UTC' }, 'c1') : problem(401, 'unauthenticated'),
  )
  const client = createClient({ baseUrl, fetch })
  await expect((await client.mirror()).closed).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(client.mirror({ maxUsers: 1 })).rejects.toMatchObject({ code: 'mirror_full' })
})

test('an exception in `onChange` ends the mirror, which rejects with it', async () => {
  const stream = createEventStreams()
  const { fetch } = createFakeRegistry(({ url }) =>
    url.endsWith('/list')
      ? list({}, 'c1')
      : stream.open([`id: c2\ndata: ${JSON.stringify(set('ann', 'UTC'))}\n\n`]),
  )
  // Even if it looks like a lost connection.
  const mistake = new RegistryError('unreachable', 'A mistake')
  const onChange = vi.fn(() => {
    throw mistake
  })
  const mirror = await createClient({ baseUrl, fetch }).mirror({ onChange })
  await expect(mirror.closed).rejects.toBe(mistake)
  expect(mirror.isLive).toBe(false)
  expect(onChange).toHaveBeenCalledOnce()
})

test('a mirror ignores kinds of change that it does not know', async () => {
  const stream = createEventStreams()
  const changes = [{ type: 'renamed', user_id: 'ann', at }, set('bob', 'UTC')]
  const { fetch } = createFakeRegistry(({ url }) =>
    url.endsWith('/list')
      ? list({ ann: 'UTC' }, 'c1')
      : stream.open(changes.map((change, index) => `id: ${index}\ndata: ${JSON.stringify(change)}\n\n`)),
  )
  const changed: string[] = []
  const onChange = ({ user_id }: Change) => void changed.push(user_id)
  const mirror = await createClient({ baseUrl, fetch }).mirror({ onChange })
  await expect.poll(() => mirror.users.has('bob')).toBe(true)
  expect(mirror.users.get('ann')?.timezone).toBe('UTC')
  expect(changed).toEqual(['bob'])
  mirror.close()
})

test('a closed mirror no longer changes, even in the middle of events that arrived together', async () => {
  const stream = createEventStreams()
  const changes = ['ann', 'bob'].map((id) => `id: ${id}\ndata: ${JSON.stringify(set(id, 'UTC'))}\n\n`)
  const { fetch } = createFakeRegistry(({ url }) =>
    url.endsWith('/list') ? list({}, 'c1') : stream.open([changes.join('')]),
  )
  const onChange = vi.fn(() => mirror.close())
  const mirror = await createClient({ baseUrl, fetch }).mirror({ onChange })
  await mirror.closed
  expect([...mirror.users.keys()]).toEqual(['ann'])
  expect(onChange).toHaveBeenCalledOnce()
})

test('a mirror waits for a service that is not there yet', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stream = createEventStreams()
  let isThere = false
  const { fetch } = createFakeRegistry(({ url }) => {
    if (!isThere) throw new TypeError('fetch failed')
    return url.endsWith('/list') ? list({ ann: 'UTC' }, 'c1') : stream.open([])
  })
  const opening = createClient({ baseUrl, fetch }).mirror()
  await vi.advanceTimersByTimeAsync(120_000)
  isThere = true
  await vi.advanceTimersByTimeAsync(10_000)
  const mirror = await opening
  expect([mirror.users.size, mirror.isLive]).toEqual([1, true])
  mirror.close()
})

test('a mirror that could not be loaded leaves no listener on its signal', async () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const { fetch } = createFakeRegistry(() => problem(401, 'unauthenticated'))
  await expect(createClient({ baseUrl, fetch }).mirror({ signal })).rejects.toMatchObject({ status: 401 })
  expect(added).toHaveBeenCalledOnce()
  await expect.poll(() => removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1])
})
