import { describe, expect, test } from 'vitest'
import { createClient, RegistryError } from '../src/index.ts'
import { answerReads, createFakeRegistry, problem, user } from './fake-registry.ts'

const baseUrl = 'https://timezones.example/'

describe('reads', () => {
  test('in one tick share one request of at most 100 ids, and each user is requested once', async () => {
    const { fetch, requests } = createFakeRegistry(answerReads)
    const client = createClient({ baseUrl, fetch })
    const ids = Array.from({ length: 250 }, (_, index) => `user-${index}`)
    const found = await Promise.all([...ids, ...ids].map((id) => client.get(id)))
    expect(found[249]).toEqual(user('user-249'))
    expect(requests.map(({ url }) => idsOf(url).length)).toEqual([100, 100, 50])
  })

  test('never exceed the URL length that the service accepts', async () => {
    const { fetch, requests } = createFakeRegistry(answerReads)
    const ids = Array.from({ length: 20 }, (_, index) => '🕰'.repeat(200) + index)
    const found = await createClient({ baseUrl, fetch }).getMany(ids)
    expect(found.size).toBe(20)
    expect(Math.max(...requests.map(({ url }) => url.length))).toBeLessThan(7000)
  })

  test('resolve to undefined if there is no record; an id with a comma is read alone', async () => {
    const { fetch, requests } = createFakeRegistry(answerReads)
    const client = createClient({ baseUrl, fetch })
    expect(await client.get('nobody')).toBeUndefined()
    const both = await Promise.all([client.get('a,b'), client.get('nobody'), client.get('c')])
    expect(both).toEqual([user('a,b'), undefined, user('c')])
    expect(requests[1]?.url).toBe('https://timezones.example/v1/get?id=a%2Cb')
  })

  test('of local times refuse an id with a comma, which would be read as two', async () => {
    const { fetch, requests } = createFakeRegistry(() => Response.json({ users: {}, missing: [] }))
    const client = createClient({ baseUrl, fetch })
    expect(await client.time(['a', 'b'])).toEqual({ users: {}, missing: [] })
    await expect(client.time(['c', 'a,b'])).rejects.toMatchObject({ code: 'invalid_request' })
    expect(requests).toHaveLength(1)
  })

  test('of local times at another moment send a Date as an instant, and refuse one that is none', async () => {
    const { fetch, requests } = createFakeRegistry(() => Response.json({ users: {}, missing: [] }))
    const client = createClient({ baseUrl, fetch })
    await client.time(['a'], { at: new Date(0) })
    await client.time(['a'], { at: '2026-12-24T15:00', of: 'b' })
    const sent = requests.map(({ url }) => Object.fromEntries(new URL(url).searchParams))
    expect(sent).toEqual([
      { ids: 'a', at: '1970-01-01T00:00:00.000Z' },
      { ids: 'a', at: '2026-12-24T15:00', of: 'b' },
    ])
    await expect(client.time(['a'], { at: new Date(Number.NaN) })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('that start after a write do not share a request sent before it', async () => {
    const gate = Promise.withResolvers<void>()
    let reads = 0
    const { fetch } = createFakeRegistry(async (request) => {
      if (request.method === 'POST') return Response.json({})
      if (reads++ === 0) await gate.promise
      return answerReads(request)
    })
    // Without retries, because a retry of the shared request would read the write as well.
    const client = createClient({ baseUrl, fetch, retries: 0, attemptTimeoutMs: 2000 })
    const before = client.get('ann')
    await expect.poll(() => reads).toBe(1)
    await client.set({ user_id: 'ann', username: 'ann', timezone: 'UTC' })
    expect(await client.get('ann')).toEqual(user('ann'))
    gate.resolve()
    await before
    expect(reads).toBe(2)
  })

  test('beyond 10,000 at a time are refused rather than queued', async () => {
    const { fetch, requests } = createFakeRegistry(answerReads)
    const client = createClient({ baseUrl, fetch })
    const ids = Array.from({ length: 10_001 }, (_, index) => `${index}`)
    const full = { code: 'queue_full', isTransient: true }
    await expect(client.getMany(ids)).rejects.toMatchObject(full)
    expect(await client.get('1')).toEqual(user('1'))
    expect(requests).toHaveLength(1)
    const many = client.getMany(ids.slice(1))
    await expect(client.get('0')).rejects.toMatchObject(full)
    const again = client.getMany(ids.slice(1))
    expect([(await many).size, (await again).size]).toEqual([10_000, 10_000])
  })

  test('abort their request when every caller has aborted, and only then', async () => {
    let aborted = false
    const { fetch, requests } = createFakeRegistry(
      (request) =>
        new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => {
            aborted = true
            reject(request.signal.reason)
          })
        }),
    )
    const client = createClient({ baseUrl, fetch })
    const [one, two] = [new AbortController(), new AbortController()]
    const reads = [client.get('a', { signal: one.signal }), client.get('b', { signal: two.signal })]
    const settled = Promise.allSettled(reads)
    await expect.poll(() => requests.length).toBe(1)
    one.abort(new Error('first'))
    await expect(reads[0]).rejects.toThrow('first')
    expect(aborted).toBe(false)
    two.abort(new Error('second'))
    await settled
    expect(aborted).toBe(true)
  })
})

test('sends the key', async () => {
  const { fetch, requests } = createFakeRegistry(() => Response.json({ deleted: true }))
  const client = createClient({ baseUrl, fetch, apiKey: 'tzr_secret' })
  expect(await client.delete('1')).toBe(true)
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer tzr_secret')
  expect(() => createClient({ baseUrl: 'timezones.example' })).toThrow(TypeError)
})

function idsOf(url: string): string[] {
  return (new URL(url).searchParams.get('ids') ?? '').split(',')
}

test('changes who sees a record', async () => {
  const saved = { message: 'Visibility saved', visibility: 'private' }
  const { fetch, requests } = createFakeRegistry(() => Response.json(saved))
  expect(await createClient({ baseUrl, fetch }).setVisibility('private', '1')).toEqual(saved)
  expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'PUT /v1/visibility',
  ])
  expect(await requests[0]?.json()).toEqual({ visibility: 'private', user_id: '1' })
})

test('saves and deletes when somebody is available', async () => {
  const weekly = [{ days: ['mo', 'tu'], from: '09:00', to: '17:00' }] as const
  const saved = { message: 'Availability saved', weekly, show: 'hours' }
  const { fetch, requests } = createFakeRegistry(({ method }) =>
    Response.json(method === 'PUT' ? saved : { message: 'Availability deleted', deleted: true }),
  )
  const client = createClient({ baseUrl, fetch })
  expect(await client.setAvailability({ weekly, show: 'hours' }, '1', { ifMatch: '"1"' })).toEqual(saved)
  expect(await client.deleteAvailability('1')).toBe(true)
  expect(requests.map(({ method, url }) => `${method} ${url.slice(url.indexOf('/v1'))}`)).toEqual([
    'PUT /v1/availability',
    'DELETE /v1/availability?user_id=1',
  ])
  expect(requests[0]?.headers.get('if-match')).toBe('"1"')
  expect(await requests[0]?.json()).toEqual({ weekly, show: 'hours', user_id: '1' })
})

test('a write can be conditional on the record that was read', async () => {
  const record = { user: { id: '1', username: 'a' }, timezone: 'UTC' }
  const { fetch, requests } = createFakeRegistry((request) => {
    if (request.method === 'GET') return Response.json(record, { headers: { etag: '"v1"' } })
    return problem(412, 'precondition_failed')
  })
  const client = createClient({ baseUrl, fetch })
  const found = await client.getRecord('1')
  expect(found).toEqual({ record, etag: '"v1"' })
  const write = client.set({ user_id: '1', timezone: 'UTC' }, { ifMatch: found?.etag })
  await expect(write).rejects.toMatchObject({ code: 'precondition_failed', status: 412 })
  await expect(client.delete('1', { ifNoneMatch: '*' })).rejects.toBeInstanceOf(RegistryError)
  expect(requests[1]?.headers.get('if-match')).toBe('"v1"')
  expect(requests[2]?.headers.get('if-none-match')).toBe('*')
  expect(requests).toHaveLength(3)
})
