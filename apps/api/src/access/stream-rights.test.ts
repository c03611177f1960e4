import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Identity } from './identity.ts'
import { startStreamRights } from './stream-rights.ts'
import type { StreamRightsStore } from './stream-rights-store.ts'

const KEY: Identity = {
  kind: 'key',
  key: { id: 1, name: 'bot', scopes: ['records:read'], writesPerMinute: null, readsPerMinute: null },
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The number of closed ones of two streams, after each of these times in milliseconds. */
async function closedAfter(
  times: number[],
  findValid: StreamRightsStore['findValid'],
  markUsed: StreamRightsStore['markUsed'] = async () => {},
): Promise<number[]> {
  const logger = { error: () => {}, warn: () => {} }
  using rights = startStreamRights({
    store: { findValid, markUsed },
    idleSeconds: 60,
    logger,
  })
  let closed = 0
  for (let stream = 0; stream < 2; stream++) {
    let onClose = () => {}
    const res = {
      once: (_event: string, listener: () => void) => {
        onClose = listener
      },
      destroy: () => {
        closed += 1
        onClose()
      },
    }
    rights.watch(res as never, KEY)
  }
  const counts: number[] = []
  let now = 0
  for (const time of times) {
    await vi.advanceTimersByTimeAsync(time - now)
    now = time
    counts.push(closed)
  }
  return counts
}

test('a stream stays open while its key is valid, and no longer', async () => {
  let isValid = true
  const findValid = async () => new Set(isValid ? [1] : [])
  expect(await closedAfter([60_000], findValid)).toEqual([0])
  isValid = false
  expect(await closedAfter([499, 500], findValid)).toEqual([0, 2])
})

test('an outage of the database closes a stream after ten seconds, if it answers or not', async () => {
  const refuses = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
  expect(await closedAfter([10_000, 10_500], refuses)).toEqual([0, 2])
  expect(await closedAfter([10_000, 10_500], () => new Promise(() => {}))).toEqual([0, 2])
  let calls = 0
  const often = async () => (calls++ % 15 === 14 ? new Set([1]) : refuses())
  expect(await closedAfter([60_000], often)).toEqual([0])
})

test('any other error closes it', async () => {
  expect(await closedAfter([500], () => Promise.reject(new TypeError('a bug')))).toEqual([2])
})

test('a disk that is full closes no stream', async () => {
  let refused = 0
  const isFull = () => {
    refused += 1
    return Promise.reject(Object.assign(new Error(), { code: '53100' }))
  }
  expect(await closedAfter([60_000], async () => new Set([1]), isFull)).toEqual([0])
  expect(refused).toBeGreaterThan(0)
})

test('a stream whose client disconnected during the lookup is not checked', async () => {
  const findValid = vi.fn(async () => new Set<number>())
  const store = { findValid, markUsed: async () => {} }
  using rights = startStreamRights({ store, idleSeconds: 60, logger: { error: () => {}, warn: () => {} } })
  rights.watch({ closed: true, once: () => {}, destroy: () => {} } as never, KEY)
  await vi.advanceTimersByTimeAsync(1000)
  expect(findValid).not.toHaveBeenCalled()
})
