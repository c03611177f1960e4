import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../src/index.ts'
import { createEventStreams, list, set } from './fake-feed.ts'
import { createFakeRegistry } from './fake-registry.ts'

const baseUrl = 'https://timezones.example'

describe('a stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('that always ends at once is opened less and less often', async () => {
    const { mirror, opened } = await openMirror(() => events('id: c1\n\n'))
    await vi.advanceTimersByTimeAsync(10_000)
    // Pauses of at least 0.125, 0.25, 0.5, 1, 2 and 4 seconds, and at most twice as long.
    expect(opened.count).toBeGreaterThanOrEqual(5)
    expect(opened.count).toBeLessThanOrEqual(7)
    expect(mirror.isLive).toBe(false)
    mirror.close()
  })

  test('that worked is opened again at once, after however many connections', async () => {
    const change = `id: c2\ndata: ${JSON.stringify(set('ann', 'UTC'))}\n\n`
    const { mirror, opened } = await openMirror((count) => events(count < 5 ? 'id: c1\n\n' : change))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(opened.count).toBeGreaterThan(30)
    mirror.close()
  })

  test('that was open for ten seconds without a change is opened again at once', async () => {
    const stream = createEventStreams()
    const { mirror, opened } = await openMirror((count) => (count < 5 ? events('') : stream.open([])))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(opened.count).toBe(5)
    stream.breakAll()
    await vi.advanceTimersByTimeAsync(300)
    expect(opened.count).toBe(6)
    mirror.close()
  })

  test('that breaks while the rate limit is used up continues after its reset', async () => {
    const stream = createEventStreams()
    let missed = 0
    const { fetch } = createFakeRegistry(({ url }) => {
      // Longer than the 30 seconds that a call may take, so the client refuses to send `/changes` until then.
      const limits = { 'changes-cursor': 'c1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' }
      if (url.endsWith('/list')) return Response.json({}, { headers: limits })
      if (url.endsWith('/events')) return stream.open([])
      missed++
      return Response.json({ changes: [set('ann', 'UTC')], cursor: 'c2', more: false })
    })
    const mirror = await createClient({ baseUrl, fetch }).mirror()
    await vi.advanceTimersByTimeAsync(1_000)
    stream.breakAll()
    await vi.advanceTimersByTimeAsync(55_000)
    expect(mirror.isLive).toBe(false)
    expect(missed).toBe(0)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(mirror.isLive).toBe(true)
    expect([missed, ...mirror.users.keys()]).toEqual([1, 'ann'])
    mirror.close()
  })

  test.for([
    ['a page', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['an event that is not JSON', events('data: {\n\n')],
    ['an endless event', events(`data: ${'x'.repeat(1_000_001)}\n\n`)],
  ] as const)('that is %s ends with `unexpected_answer`', async ([, response]) => {
    const { mirror, opened } = await openMirror(() => response.clone())
    await expect(mirror.closed).rejects.toMatchObject({ code: 'unexpected_answer' })
    const { fetch } = createFakeRegistry(() => response.clone())
    const next = createClient({ baseUrl, fetch }).events({ since: 'c1' }).next()
    await expect(next).rejects.toMatchObject({ name: 'RegistryError', code: 'unexpected_answer' })
    expect(opened.count).toBe(1)
  })
})

/** A mirror, and how often its stream was opened; `open` gets the number of the connection. */
async function openMirror(open: (count: number) => Response) {
  const opened = { count: 0 }
  const { fetch } = createFakeRegistry(({ url }) => {
    if (url.endsWith('/list')) return list({}, 'c1')
    if (url.endsWith('/events')) return open(++opened.count)
    return Response.json({ changes: [], cursor: 'c1', more: false })
  })
  return { mirror: await createClient({ baseUrl, fetch }).mirror(), opened }
}

function events(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}
