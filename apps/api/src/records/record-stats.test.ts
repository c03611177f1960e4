import { afterEach, expect, test, vi } from 'vitest'
import type { ZoneCount } from './list-queries.ts'
import { createRecordStats } from './record-stats.ts'

const zone = (timezone: string, users: number): ZoneCount => ({ timezone, users, usersSinceMonday: 0 })

afterEach(() => void vi.restoreAllMocks())

test('requests within three seconds share one read of the table', async () => {
  let reads = 0
  const stats = createRecordStats({
    store: {
      countByZone: async () => {
        reads += 1
        return [zone('UTC', 2), zone('Asia/Tokyo', 3)]
      },
    },
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => stats.count()))
  expect(answers[19]).toMatchObject({ total_users: 5, top_timezone: 'Asia/Tokyo' })
  await stats.count()
  expect(reads).toBe(1)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + 3001)
  await stats.count()
  expect(reads).toBe(2)
})

test('a slow count is answered with Unavailable, continues, and serves a later request', async () => {
  const { promise, resolve } = Promise.withResolvers<ZoneCount[]>()
  const stats = createRecordStats({ store: { countByZone: () => promise }, timeoutMilliseconds: 1 })
  await expect(stats.count()).rejects.toMatchObject({ name: 'Unavailable' })
  resolve([zone('UTC', 1)])
  expect(await stats.count()).toMatchObject({ total_users: 1 })
})

test('the next request repeats a count that failed', async () => {
  let reads = 0
  const stats = createRecordStats({
    store: {
      countByZone: async () => {
        reads += 1
        if (reads === 1) throw new Error('gone')
        return []
      },
    },
  })
  await expect(stats.count()).rejects.toThrow('gone')
  expect(await stats.count()).toMatchObject({ total_users: 0, top_timezone: null })
})

test('a count that never settles is abandoned, and the next request starts another', async () => {
  let reads = 0
  const stats = createRecordStats({
    store: {
      countByZone: () => {
        reads += 1
        return reads === 1 ? new Promise(() => {}) : Promise.resolve([zone('UTC', 1)])
      },
    },
    timeoutMilliseconds: 1,
    deadlineMilliseconds: 20,
  })
  await expect(stats.count()).rejects.toMatchObject({ name: 'Unavailable' })
  await expect.poll(() => stats.count().catch(() => undefined)).toMatchObject({ total_users: 1 })
})
