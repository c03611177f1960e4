import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startStreamRights } from './stream-rights.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The number of closed ones of two streams, after each of these times in milliseconds. */
async function closedAfter(times: number[], isValid: () => Promise<boolean>): Promise<number[]> {
  using rights = startStreamRights()
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
    rights.watch(res as never, isValid)
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
  expect(await closedAfter([600_000], async () => true)).toEqual([0])
  expect(await closedAfter([14_999, 60_000], async () => false)).toEqual([0, 2])
})

test('silence of the database closes no stream for a minute', async () => {
  const refuses = () => Promise.reject(new Error('refused'))
  expect(await closedAfter([60_000, 75_000], refuses)).toEqual([0, 2])
  let calls = 0
  const often = async () => (calls++ % 8 > 5 ? true : refuses())
  expect(await closedAfter([600_000], often)).toEqual([0])
})

test('a stream whose client disconnected during the lookup is not checked', async () => {
  const isValid = vi.fn(async () => false)
  using rights = startStreamRights()
  rights.watch({ closed: true, once: () => {}, destroy: () => {} } as never, isValid)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(isValid).not.toHaveBeenCalled()
})
