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
  using rights = startStreamRights({ store: { findValid, markUsed }, logger: { warn: () => {} } })
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

test('a stream stays open while its key is valid, and ends within a minute of its end', async () => {
  expect(await closedAfter([600_000], async () => new Set([1]))).toEqual([0])
  expect(await closedAfter([14_999, 60_000], async () => new Set())).toEqual([0, 2])
})

test('silence of the database closes no stream for a minute, whether it answers or not', async () => {
  const refuses = () => Promise.reject(new Error('refused'))
  expect(await closedAfter([60_000, 75_000], refuses)).toEqual([0, 2])
  expect(await closedAfter([60_000], () => new Promise(() => {}))).toEqual([0])
  let calls = 0
  const often = async () => (calls++ % 4 === 3 ? new Set([1]) : refuses())
  expect(await closedAfter([600_000], often)).toEqual([0])
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
  using rights = startStreamRights({ store, logger: { warn: () => {} } })
  rights.watch({ closed: true, once: () => {}, destroy: () => {} } as never, KEY)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(findValid).not.toHaveBeenCalled()
})
