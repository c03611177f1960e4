import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lastingHeaders, rawFetch } from './raw-request.ts'
import { randomUser, startTestApi, type TestApi } from './start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '1000' })
})
afterAll(() => api[Symbol.asyncDispose]())

describe('a read that is answered again from what was made before', () => {
  test('has the same body and the same headers as the first', async () => {
    const { path } = await save()
    const first = await read(path)
    for (const again of [await read(path), await read(path), await read(`/v1${path}`)]) {
      expect([again.status, again.body]).toEqual([200, first.body])
      expect(lastingHeaders(again.headers)).toEqual(lastingHeaders(first.headers))
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    }
  })

  test('is not told to be compressed because the first one was', async () => {
    await using own = await startTestApi()
    const [big, small] = [{ ...randomUser(), username: '🕰'.repeat(255) }, randomUser()]
    const gzip = { 'accept-encoding': 'gzip' }
    const send = (body: object, headers = {}) =>
      rawFetch(`${own.baseUrl}/set`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...body, timezone: 'UTC' }),
      })
    for (const first of [
      await send(big, gzip),
      await rawFetch(`${own.baseUrl}/get?id=${big.user_id}`, { headers: gzip }),
    ])
      expect(first.headers.get('content-encoding')).toBe('gzip')
    for (let times = 0; times < 3; times++)
      for (const answer of [await send(small), await rawFetch(`${own.baseUrl}/get?id=${small.user_id}`)]) {
        expect(answer.headers.get('content-encoding')).toBeNull()
        expect(JSON.parse(answer.body).user.id).toBe(small.user_id)
      }
  })

  test('shows a set and a delete at once', async () => {
    const { user, path } = await save()
    for (let times = 0; times < 3; times++) await read(path)
    await api.client.setTimezone({ body: { ...user, timezone: 'Asia/Tokyo' } })
    expect(JSON.parse((await read(path)).body).timezone).toBe('Asia/Tokyo')
    expect(JSON.parse((await read(path)).body).timezone).toBe('Asia/Tokyo')
    await api.client.deleteTimezone({ query: { user_id: user.user_id } })
    expect((await read(path)).status).toBe(404)
  })

  test('is counted, takes over a request id, and answers 304, HEAD and CORS as ever', async () => {
    const { path } = await save()
    const [first, second] = [await read(path), await read(path)]
    const remaining = [first, second].map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    expect(remaining[0]).toBe((remaining[1] ?? 0) + 1)
    const named = await rawFetch(`${api.baseUrl}${path}`, {
      headers: { 'x-request-id': 'mine', origin: 'https://a.example' },
    })
    expect(named.headers.get('x-request-id')).toBe('mine')
    expect(named.headers.get('access-control-allow-origin')).toBe('*')
    const etag = first.headers.get('etag') ?? ''
    expect((await rawFetch(`${api.baseUrl}${path}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await rawFetch(`${api.baseUrl}${path}`, { method: 'HEAD' })
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag])
  })

  test('asks the database once, also where that fails: a second try would double the wait', async () => {
    const { path } = await save()
    await read(path)
    const find = vi.spyOn(api.context.registry, 'find').mockRejectedValue(new Error('broken'))
    expect((await read('/get?id=nobody-has-asked-for')).status).toBe(500)
    expect(find).toHaveBeenCalledTimes(1)
    find.mockRestore()
  })

  test('is refused as ever: a foreign Host, a wrong key, a caller over the limit', async () => {
    const { path } = await save()
    await read(path)
    const status = async (headers: Record<string, string>) =>
      (await rawFetch(`${api.baseUrl}${path}`, { headers })).status
    expect(await status({ host: 'rebound.example' })).toBe(403)
    expect(await status({ host: 'two hosts' })).toBe(400)
    expect(await status({ authorization: 'Bearer tzr_wrong' })).toBe(401)

    await using limited = await startTestApi({
      RATE_LIMIT_READS_PER_MINUTE: '3',
      DATABASE_URL: api.databaseUrl,
    })
    const statuses = []
    for (let times = 0; times < 5; times++)
      statuses.push((await rawFetch(`${limited.baseUrl}${path}`)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})

async function save() {
  const user = randomUser()
  await api.client.setTimezone({ body: { ...user, timezone: 'UTC' } })
  return { user, path: `/get?id=${user.user_id}` }
}

function read(path: string) {
  return rawFetch(`${api.baseUrl}${path}`)
}
