import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orKept } from './kept-answers.ts'

const PATH = '/v1/stats'
const stored = new Map<string, Response>()

beforeEach(() => {
  stored.clear()
  const cache = {
    match: async (path: string) => stored.get(path)?.clone(),
    put: async (path: string, response: Response) => void stored.set(path, response),
    delete: async (path: string) => stored.delete(path),
  }
  vi.useFakeTimers()
  vi.stubGlobal('caches', { open: async () => cache })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answer = (body: unknown, status = 200) => Promise.resolve({ status, body, headers: new Headers() })
const noAnswer = () => Promise.reject(new TypeError('The response is not JSON'))

async function keep(path: string): Promise<void> {
  await orKept(path, answer('kept'))
  await vi.waitFor(() => expect(stored.has(path)).toBe(true))
}

test('without an answer, the last one is given, with the time at which it came', async () => {
  vi.setSystemTime('2026-11-21T12:00:00Z')
  await orKept(PATH, answer('kept'))
  await vi.advanceTimersByTimeAsync(60_000)
  const { body, headers } = await orKept(PATH, noAnswer())
  expect(body).toBe('kept')
  expect(headers.get('x-stored-at')).toBe('2026-11-21T12:00:00.000Z')
})

test('also where an answer takes longer than 3 s', async () => {
  await keep(PATH)
  const given = orKept(PATH, new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(3000)
  expect((await given).body).toBe('kept')
})

test('an answer is kept for a week', async () => {
  await keep(PATH)
  vi.setSystemTime(Date.now() + 7 * 24 * 3_600_000)
  await expect(orKept(PATH, noAnswer())).rejects.toThrow('not JSON')
})

test('what the service refuses is no longer kept, unless there were too many requests', async () => {
  await keep(PATH)
  await orKept(PATH, answer('too many', 429))
  await orKept(PATH, answer('later', 503))
  expect((await orKept(PATH, noAnswer())).body).toBe('kept')
  await orKept(PATH, answer('sign in', 401))
  await vi.waitFor(() => expect(stored.size).toBe(0))
})

test.for(['/v1/get?id=1', '/v1/time?ids=1', '/v1/me', '/v1/stats?x'])('%s is never kept', async (path) => {
  await orKept(path, answer('secret'))
  await vi.advanceTimersByTimeAsync(1)
  expect(stored.size).toBe(0)
})
