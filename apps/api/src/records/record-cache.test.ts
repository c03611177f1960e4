import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TailListener } from '../feed/tail.ts'
import type { TailPage } from '../feed/tail-queries.ts'
import type { PlacedRecord, Visibility } from './record.ts'
import { createRecordCache } from './record-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a record is loaded once for many concurrent readers, and they and later ones share its entry', async () => {
  const { cache } = open()
  const load = counting(record('UTC'))
  const entries = await Promise.all(Array.from({ length: 50 }, () => cache.find('ann', load)))
  expect(new Set(entries).size).toBe(1)
  expect(entries[0]?.answer).toBeUndefined()
  expect(cache.peek('ann')).toBe(entries[0])
  expect(entries[0]?.answer).toEqual({})
  expect(await cache.find('ann', load)).toBe(entries[0])
  expect(load.count).toBe(1)
})

test('a failed load is not cached', async () => {
  const { cache } = open()
  await expect(cache.find('ann', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.find('ann', async () => record('UTC'))).toMatchObject({ record: { timezone: 'UTC' } })
})

test.for([
  ['a change', 'change'],
  ['an invalidation', 'invalidate'],
  ['a reset', 'reset'],
] as const)('%s forgets the record, and keeps a load in progress out of the cache', async ([, what]) => {
  const { cache, tail } = open()
  const forget = {
    change: () => tail.change('ann', 9),
    invalidate: () => cache.invalidate('ann'),
    reset: () => tail.reset(),
  }[what]
  await cache.find('ann', async () => record('UTC'))
  forget()
  expect(cache.peek('ann')).toBeUndefined()

  const old = Promise.withResolvers<PlacedRecord>()
  const early = cache.find('ann', () => old.promise)
  forget()
  const late = cache.find('ann', async () => record('Asia/Tokyo'))
  old.resolve(record('UTC'))
  // The early reader started before the change was announced, so either value is correct for it.
  expect(await early).toMatchObject({ record: { timezone: 'UTC' } })
  expect(await late).toMatchObject({ record: { timezone: 'Asia/Tokyo' } })
  expect(cache.peek('ann')).toMatchObject({ record: { timezone: 'Asia/Tokyo' } })
})

test('only the very version that a change names stays: a change with a lower place may be committed later', async () => {
  const { cache, tail } = open()
  await cache.find('ann', async () => record('UTC', { ord: 7 }))
  tail.change('ann', 7, 'unsettled')
  tail.change('ann', 7)
  expect(cache.peek('ann')).toMatchObject({ record: { timezone: 'UTC' } })
  tail.change('ann', 6, 'unsettled')
  expect(cache.peek('ann')).toBeUndefined()
})

test.for([
  ['an absence', undefined],
  ['an unlisted record', record('UTC', { visibility: 'unlisted' })],
  ['a private record', record('UTC', { visibility: 'private' })],
] as const)('%s is read each time', async ([, found]) => {
  const { cache } = open()
  expect((await cache.find('ann', async () => found)).record).toBe(found)
  expect(cache.counts().entries).toBe(0)
})

test('once changes may have gone unnoticed for a second, the database is read, and caches nothing', async () => {
  const { cache, tail } = open()
  await cache.find('ann', async () => record('UTC'))
  tail.age = 1001
  expect(cache.peek('ann')).toBeUndefined()
  expect(await cache.find('ann', async () => record('Asia/Tokyo'))).toEqual({
    record: record('Asia/Tokyo'),
    answer: undefined,
  })
  expect(tail.wakes).toBeGreaterThan(0)
  tail.age = 0
  expect(cache.peek('ann')).toMatchObject({ record: { timezone: 'UTC' } })
})

test('while the database fails, or takes longer than 300 ms, a cached record is returned until it may be five seconds old', async () => {
  const { cache, tail } = open()
  const known = await cache.find('ann', async () => record('UTC'))
  tail.age = 5000
  const fail = () => Promise.reject(new Error('down'))
  expect(await cache.find('ann', fail)).toBe(known)
  const slow = cache.find('ann', () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(300)
  expect(await slow).toBe(known)
  // Who is not cached waits as long as ever.
  const late = cache.find('ben', async () => record('Asia/Tokyo'))
  expect(await late).toMatchObject({ record: { timezone: 'Asia/Tokyo' } })

  const pending = cache.find('ann', () => new Promise(() => {}))
  pending.catch(() => {})
  tail.age = 5001
  await vi.advanceTimersByTimeAsync(300)
  await expect(pending).rejects.toThrow('not answering')
  await expect(cache.find('ann', fail)).rejects.toThrow('down')
})

test('a fresh read asks the database whatever is cached, and forgets what it contradicts', async () => {
  const { cache, tail } = open()
  const known = await cache.find('ann', async () => record('UTC', { ord: 7 }))
  expect(await cache.findFresh('ann', async () => record('UTC', { ord: 7 }))).not.toBe(known)
  expect(cache.peek('ann')).toBe(known)
  expect(await cache.findFresh('ann', async () => undefined)).toMatchObject({ record: undefined })
  expect(cache.peek('ann')).toBeUndefined()
  // In an outage, nobody is shown what was just seen to be old.
  await cache.find('ann', async () => record('UTC', { ord: 7 }))
  tail.age = 2000
  expect(await cache.find('ann', async () => record('Asia/Tokyo', { ord: 8 }))).toMatchObject({
    record: { timezone: 'Asia/Tokyo' },
  })
  await expect(cache.find('ann', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
})

test('without a read for a minute, it is emptied, and does not need the tail', async () => {
  const { cache, tail } = open()
  expect(tail.need()).toBe('rest')
  await cache.find('ann', async () => record('UTC'))
  expect(tail.need()).toBe('steady')
  vi.advanceTimersByTime(60_001)
  expect(tail.need()).toBe('rest')
  expect(cache.counts().entries).toBe(0)
})

function open() {
  const tail = createTail()
  return { cache: createRecordCache({ tail: tail.given }), tail }
}

/** A tail whose changes and age the test decides. */
function createTail() {
  let listener: TailListener | undefined
  const tail = {
    age: 0,
    wakes: 0,
    given: {
      listen: (given: TailListener) => {
        listener = given
      },
      age: () => tail.age,
      wake: () => {
        tail.wakes += 1
      },
    },
    change: (userId: string, ord: number, kind: 'settled' | 'unsettled' = 'settled') => {
      const page = { settled: [], unsettled: [], [kind]: [{ userId, place: { ord, position: 1 } }] }
      listener?.onPage(page as unknown as TailPage)
    },
    reset: () => listener?.onReset(),
    need: () => listener?.need(),
  }
  return tail
}

function record(
  timezone: string,
  { ord = 1, visibility = 'public' }: { ord?: number; visibility?: Visibility } = {},
): PlacedRecord {
  const times = { createdAt: null, updatedAt: null }
  return {
    userId: 'ann',
    username: 'ann',
    timezone,
    ...times,
    visibility,
    availability: null,
    ord,
    position: 1,
  }
}

/** A load with this result, which counts its calls. */
function counting(result: PlacedRecord | Promise<never>) {
  const load = Object.assign(
    async () => {
      load.count += 1
      return result
    },
    { count: 0 },
  )
  return load
}
