import { afterEach, describe, expect, test, vi } from 'vitest'
import { createReadCounter, createWriteCounter } from './rate-limit.ts'
import type { SharedCount } from './shared-count.ts'

/** One count for all instances, in memory. */
function createTestShare(): SharedCount & { isDown: boolean; calls: number } {
  const used = new Map<string, number>()
  const share = {
    isDown: false,
    calls: 0,
    add: async (key: string, cost: number) => {
      share.calls += 1
      if (share.isDown) throw new Error('down')
      used.set(key, (used.get(key) ?? 0) + cost)
      return { used: used.get(key) ?? 0, resetMilliseconds: 60_000 }
    },
  }
  return share
}

async function countAllowed(times: number, take: (index: number) => unknown): Promise<number> {
  let allowed = 0
  for (let index = 0; index < times; index++)
    if (((await take(index)) as { isAllowed: boolean }).isAllowed) allowed += 1
  return allowed
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('writes', () => {
  test('of several instances together never exceed the limit, and use all of it', async () => {
    const share = createTestShare()
    const instances = [createWriteCounter(share), createWriteCounter(share)]
    expect(await countAllowed(200, (index) => instances[index % 2]?.('caller', 1, 50))).toBe(50)
  })

  test('reserve a twentieth of the limit with one shared request', async () => {
    const share = createTestShare()
    const count = createWriteCounter(share)
    expect(await countAllowed(100, () => count('caller', 1, 2000))).toBe(100)
    expect(share.calls).toBe(1)
  })

  test('keep their lease until the minute ends', async () => {
    let now = 1000
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const pass = (milliseconds: number) => {
      now += milliseconds
      vi.advanceTimersByTime(milliseconds)
    }
    const share = createTestShare()
    const count = createWriteCounter(share)
    await count('caller', 1, 2000)
    pass(59_000)
    await count('caller', 1, 2000)
    expect(share.calls).toBe(1)
    pass(2000)
    await count('caller', 1, 2000)
    expect(share.calls).toBe(2)
  })

  test('that arrive together use all of the limit', async () => {
    const share = createTestShare()
    const instances = [createWriteCounter(share), createWriteCounter(share)]
    const allowances = await Promise.all(
      Array.from({ length: 200 }, (_, index) => instances[index % 2]?.('caller', 1, 50)),
    )
    expect(allowances.filter((allowance) => allowance?.isAllowed)).toHaveLength(50)
  })

  test('are counted locally while the shared count is unavailable', async () => {
    const share = createTestShare()
    share.isDown = true
    const count = createWriteCounter(share)
    expect(await countAllowed(20, () => count('caller', 1, 10))).toBe(10)
  })

  test('exceed the limit by a twentieth for each instance at most if the shared count fails once', async () => {
    const share = createTestShare()
    const instances = Array.from({ length: 4 }, () => createWriteCounter(share))
    share.isDown = true
    for (const count of instances) await count('caller', 1, 60)
    share.isDown = false
    const allowed = await countAllowed(400, (index) => instances[index % 4]?.('caller', 1, 60))
    expect(allowed + instances.length).toBeLessThanOrEqual(60 + instances.length * 3)
  })
})

describe('reads', () => {
  test('are refused on every instance once all together are over the limit', async () => {
    const share = createTestShare()
    const instances = [createReadCounter(share), createReadCounter(share)]
    const allowed = await countAllowed(400, (index) => instances[index % 2]?.('caller', 1, 100))
    // Each instance reports a twentieth at a time, so the sum may exceed the limit by that.
    expect(allowed).toBeGreaterThanOrEqual(100)
    expect(allowed).toBeLessThanOrEqual(110)
  })

  test('report a cost that spans several parts of the limit', async () => {
    const share = createTestShare()
    const [first, second] = [createReadCounter(share), createReadCounter(share)]
    await countAllowed(2, () => first('caller', 50, 100))
    await countAllowed(1, () => second('caller', 5, 100))
    expect((await second('caller', 1, 100)).isAllowed).toBe(false)
  })
})
