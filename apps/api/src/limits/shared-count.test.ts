import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RedisPool } from '../redis/redis-pool.ts'
import { createWindows, take } from './rate-limit.ts'
import { createShareCount } from './shared-count.ts'

const EVERY_MS = 200

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Redis with this script only; `failures` is how many pipelines fail from now on. */
function createTestRedis() {
  const counts = new Map<string, { used: number; endsAt: number }>()
  const redis = { failures: 0, pipelines: [] as number[] }
  function add(key: string, cost: number, milliseconds: number) {
    const now = performance.now()
    const known = counts.get(key)
    const count = known !== undefined && known.endsAt > now ? known : { used: 0, endsAt: now + milliseconds }
    count.used += cost
    counts.set(key, count)
    return [null, [count.used, count.endsAt - now]]
  }
  const pipeline = () => {
    const commands: [string, number, number][] = []
    return {
      eval: (_script: string, _keys: number, ...command: [string, number, number]) =>
        void commands.push(command),
      exec: async () => {
        redis.pipelines.push(commands.length)
        if (redis.failures-- > 0) return commands.map(() => [new Error('down'), null])
        return commands.map((command) => add(...command))
      },
    }
  }
  const run = (command: (connection: unknown) => Promise<unknown>) => command({ pipeline })
  return Object.assign(redis, { pool: { keyPrefix: 'test', run } as unknown as RedisPool })
}

/** A process's count of one caller with a limit of 50. */
function createProcess({ pool }: { pool: RedisPool }) {
  const [windowOf, share] = [createWindows(), createShareCount(pool)]
  return {
    /** How many of so many requests are allowed. */
    use: (times: number, caller = 'caller') =>
      Array.from({ length: times }, () => {
        const window = windowOf(caller)
        const { isAllowed } = take(window, { cost: 1, limit: 50 })
        if (isAllowed) share(`reads:${caller}`, window)
        return isAllowed
      }).filter(Boolean).length,
  }
}

test('what one process has counted, the others refuse 200 ms later; each admits the limit at most', async () => {
  const redis = createTestRedis()
  const [first, second] = [createProcess(redis), createProcess(redis)]
  expect([first.use(30), second.use(10)]).toEqual([30, 10])
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(second.use(1)).toBe(1)
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(second.use(100)).toBe(9)
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  // It has asked before the other had counted these.
  expect(first.use(100)).toBe(20)
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect([first.use(100), second.use(100)]).toEqual([0, 0])
})

test('a minute ends for all at once', async () => {
  const redis = createTestRedis()
  const [first, second] = [createProcess(redis), createProcess(redis)]
  first.use(50)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(second.use(1)).toBe(1)
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(second.use(50)).toBe(0)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(second.use(50)).toBe(50)
})

test('while Redis fails, each process counts alone, and nothing is counted twice', async () => {
  const redis = createTestRedis()
  const [first, second] = [createProcess(redis), createProcess(redis)]
  redis.failures = 2
  expect([first.use(20), second.use(20)]).toEqual([20, 20])
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect([first.use(20), second.use(20)]).toEqual([20, 20])
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect([first.use(20), second.use(20)]).toEqual([10, 10])
})

test('the counts of many callers are shared in chunks, and nothing is sent when none has changed', async () => {
  const redis = createTestRedis()
  const { use } = createProcess(redis)
  for (let caller = 0; caller < 1200; caller++) use(1, `caller ${caller}`)
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect(redis.pipelines).toEqual([500, 500, 200])
})
