import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../src/index.ts'

const baseUrl = 'https://timezones.example'

describe('a call', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('times out when the service never responds, even if fetch ignores its signal', async () => {
    const client = createClient({ baseUrl, fetch: () => new Promise(() => {}) })
    const failed = expect(client.stats()).rejects.toMatchObject({ code: 'timeout' })
    await vi.advanceTimersByTimeAsync(30_000)
    await failed
  })

  test('times out after the `timeoutMs` of the call, which may be `Infinity`', async () => {
    const client = createClient({ baseUrl, attemptTimeoutMs: 300_000, fetch: () => new Promise(() => {}) })
    const settled = vi.fn()
    const calls = [client.get('1', { timeoutMs: Infinity }), client.list({ timeoutMs: Infinity })]
    for (const call of calls) void call.catch(settled)
    const failed = expect(client.changes({}, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' })
    await vi.advanceTimersByTimeAsync(200)
    await failed
    expect(settled).not.toHaveBeenCalled()
  })

  test('to load a mirror times out after its own `timeoutMs`, of 5 minutes by default', async () => {
    const client = createClient({ baseUrl, fetch: () => new Promise(() => {}) })
    const [usual, short] = [vi.fn(), vi.fn()]
    client.mirror().catch(usual)
    client.mirror({ timeoutMs: 200 }).catch(short)
    await vi.advanceTimersByTimeAsync(200)
    expect(short).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }))
    await vi.advanceTimersByTimeAsync(299_799)
    expect(usual).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(usual).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }))
  })
})
