import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, type SetTimezone } from '../src/index.ts'
import { createFakeRegistry, problem } from './fake-registry.ts'

const baseUrl = 'https://timezones.example/'
const record = (timezone: string, user_id = '1') => ({ user_id, username: 'a', timezone })

describe('writes for one user', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('are sent in order, with the retries of each', async () => {
    const { client, written } = createFailingOnce()
    const sets = ['UTC', 'Asia/Tokyo'].map((timezone) => client.set(record(timezone)))
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all(sets)
    expect(written).toEqual(['UTC', 'UTC', 'Asia/Tokyo'])
  })

  test('are sent in order with a bulk write that has a record of the user', async () => {
    const { client, written } = createFailingOnce()
    const bulk = client.bulk([record('Europe/Berlin', '2'), record('UTC'), { user_id: '3', delete: true }])
    const calls = [bulk, client.set(record('Asia/Tokyo')), client.set(record('Asia/Tokyo', '4'))]
    const other = client.bulk([{ user_id: '1', delete: true }])
    await vi.advanceTimersByTimeAsync(0)
    expect(written).toEqual(['Europe/Berlin,UTC,delete', 'Asia/Tokyo'])
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all([...calls, other])
    expect(written.slice(2)).toEqual(['Europe/Berlin,UTC,delete', 'Asia/Tokyo', 'delete'])
  })

  test.for([
    [record('UTC'), { timezone: 'Asia/Tokyo' }],
    [{ timezone: 'UTC' }, record('Asia/Tokyo')],
  ])('are sent in order when one of them leaves out the user’s own id', async ([first, second]) => {
    const { client, written } = createFailingOnce()
    const sets = [first, second, record('Europe/Berlin')].map((body) => client.set(body as SetTimezone))
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all(sets)
    expect(written).toEqual(['UTC', 'UTC', 'Asia/Tokyo', 'Europe/Berlin'])
  })

  test('settle within their timeout or when aborted, even behind a write that hangs', async () => {
    const client = createClient({ baseUrl, fetch: () => new Promise(() => {}) })
    const controller = new AbortController()
    const settled: string[] = []
    const note = (name: string) => (error: { code?: string; message: string }) =>
      void settled.push(`${name} ${error.code ?? error.message}`)
    void client.set(record('UTC')).catch(note('first'))
    void client.set(record('UTC'), { timeoutMs: 200 }).catch(note('set'))
    void client.delete('1', { signal: controller.signal }).catch(note('delete'))
    controller.abort(new Error('aborted'))
    await vi.advanceTimersByTimeAsync(199)
    expect(settled).toEqual(['delete aborted'])
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toEqual(['delete aborted', 'set timeout'])
    await vi.advanceTimersByTimeAsync(29_800)
    expect(settled).toEqual(['delete aborted', 'set timeout', 'first timeout'])
  })

  test('that gave up before their turn are never sent, and let nothing overtake', async () => {
    const gate = Promise.withResolvers<void>()
    const sent: string[] = []
    const { fetch } = createFakeRegistry(async (request) => {
      sent.push(((await request.json()) as { timezone: string }).timezone)
      await gate.promise
      return Response.json({})
    })
    const client = createClient({ baseUrl, fetch })
    const first = client.set(record('UTC'))
    const gaveUp = client.set(record('Asia/Tokyo'), { timeoutMs: 200 })
    const gone = expect(gaveUp).rejects.toMatchObject({ code: 'timeout' })
    await vi.advanceTimersByTimeAsync(300)
    await gone
    const last = client.set(record('Europe/Berlin'))
    await vi.advanceTimersByTimeAsync(100)
    expect(sent).toEqual(['UTC'])
    gate.resolve()
    await Promise.all([first, last])
    expect(sent).toEqual(['UTC', 'Europe/Berlin'])
  })
})

/** A client whose first request is refused for a moment; `written` has the zones of each request. */
function createFailingOnce() {
  const written: string[] = []
  const { fetch } = createFakeRegistry(async (request) => {
    const body = (await request.json()) as Zoned & { records?: Zoned[] }
    written.push((body.records ?? [body]).map(({ timezone = 'delete' }) => timezone).join())
    return written.length === 1 ? problem(503, 'unavailable') : Response.json({ results: [] })
  })
  return { client: createClient({ baseUrl, fetch }), written }
}

type Zoned = { timezone?: string }
