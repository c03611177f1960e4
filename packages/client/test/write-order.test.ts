import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../src/index.ts'
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

/** A client whose first request is refused for a moment; `written` has the zone of each request. */
function createFailingOnce() {
  const written: string[] = []
  const { fetch } = createFakeRegistry(async (request) => {
    const body = (await request.json()) as { timezone: string }
    written.push(body.timezone)
    return written.length === 1 ? problem(503, 'unavailable') : Response.json({})
  })
  return { client: createClient({ baseUrl, fetch }), written }
}
