import { afterEach, expect, test, vi } from 'vitest'
import type { ZoneCount } from './list-queries.ts'
import { createRecordStats, type RecordStats } from './record-stats.ts'

const zone = (timezone: string, users: number): ZoneCount => ({ timezone, users, usersSinceMonday: 0 })

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** What a request gets that waits for as long as it may. */
async function countSlowly({ count }: RecordStats): Promise<unknown> {
  const counted = count().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3000)
  return counted
}

/** Stats of a table whose every read takes this long. */
function createTimedStats(milliseconds: number) {
  const clock = { now: 0, reads: 0 }
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  const countByZone = async () => {
    clock.reads += 1
    clock.now += milliseconds
    return [zone('UTC', 2), zone('Asia/Tokyo', 3)]
  }
  return { clock, stats: createRecordStats({ countByZone }) }
}

test.each([
  // A second at least.
  [10, 1000],
  [200, 4000],
  // A minute after its start, it is too old, and the next count takes as long.
  [5000, 50_000],
])('a count that takes %i ms is reused for %i ms', async (taken, reused) => {
  const { clock, stats } = createTimedStats(taken)
  const answers = await Promise.all(Array.from({ length: 20 }, () => stats.count()))
  expect(answers[19]).toMatchObject({ total_users: 5, top_timezone: 'Asia/Tokyo' })
  clock.now += reused - 1
  await stats.count()
  expect(clock.reads).toBe(1)
  clock.now += 1
  await stats.count()
  expect(clock.reads).toBe(2)
})

test('while a count is slow, the previous one is returned until it is a minute old', async () => {
  let now = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const counts = [Promise.resolve([zone('UTC', 1)])]
  const countByZone = () => counts.shift() ?? new Promise<never>(() => {})
  const stats = createRecordStats({ countByZone })
  await stats.count()
  now = 59_999
  expect(await countSlowly(stats)).toMatchObject({ total_users: 1 })
  now = 60_000
  expect(await countSlowly(stats)).toMatchObject({ name: 'Unavailable' })
})

test('a slow count is answered with Unavailable, continues, and serves a later request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise, resolve } = Promise.withResolvers<ZoneCount[]>()
  const stats = createRecordStats({ countByZone: () => promise })
  expect(await countSlowly(stats)).toMatchObject({ name: 'Unavailable' })
  resolve([zone('UTC', 1)])
  expect(await stats.count()).toMatchObject({ total_users: 1 })
})

test('the next request repeats a count that failed', async () => {
  let reads = 0
  const stats = createRecordStats({
    countByZone: async () => {
      reads += 1
      if (reads === 1) throw new Error('gone')
      return []
    },
  })
  await expect(stats.count()).rejects.toThrow('gone')
  expect(await stats.count()).toMatchObject({ total_users: 0, top_timezone: null })
})

test('a count that never settles is abandoned, and the next request starts another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let reads = 0
  const stats = createRecordStats({
    countByZone: () => {
      reads += 1
      return reads === 1 ? new Promise(() => {}) : Promise.resolve([zone('UTC', 1)])
    },
  })
  expect(await countSlowly(stats)).toMatchObject({ name: 'Unavailable' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await stats.count()).toMatchObject({ total_users: 1 })
})
