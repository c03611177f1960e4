import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer, json, text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import type { TailPage } from '../feed/tail-queries.ts'
import type { ListQueries } from './list-queries.ts'
import { createRecordList, type RecordList } from './record-list.ts'

/** A table of one transaction for each write, and its feed. */
function createFakeTable() {
  const zones = new Map<string, { zone: string; ord: number }>()
  const page = (after: number): TailPage => {
    const settled = [...zones]
      .filter(([, { ord }]) => ord > after)
      .map(([userId, { ord }]) => ({ userId, place: { ord, position: 0 } }))
    const at = Math.max(after, ...settled.map(({ place }) => place.ord))
    const numbers = {
      below: txids + 1,
      end: { ord: at, position: 0 },
      pruned: { ord: 0, position: 0 },
    }
    return { ...FEED, ...feed, ...numbers, settled, unsettled: [] }
  }
  let txids = 0
  const feed = { incarnation: 'i', server: 's' }
  const reads = {
    findEnd: async () => ({ ...page(0), settled: [] }),
    findAfter: async ({ ord }: { ord: number }) => page(ord),
    findListBatch: async ({ after }: { after: string | undefined }) => ({
      records:
        after === undefined
          ? [...zones].map(([id, { zone }]) => [id, 'x', zone] as [string, string, string])
          : [],
      ...feed,
    }),
    settle: async () => {},
    countByZone: async () => [],
  } satisfies ListQueries
  const set = (userId: string, zone: string) => {
    txids += 1
    zones.set(userId, { zone, ord: txids })
  }
  return { reads, set, feed }
}

const FEED = {
  isSettled: true,
  connection: 'c',
  cut: undefined,
} as const

afterEach(() => void vi.restoreAllMocks())

async function zonesOf({ find }: RecordList): Promise<Record<string, string>> {
  const stream = (await find()).open().pipe(createGunzip())
  const list = (await json(stream)) as Record<string, { timezone: string }>
  return Object.fromEntries(Object.entries(list).map(([id, { timezone }]) => [id, timezone]))
}

test('many requests share one build, which is reused for 20 × the time that it took, a second at least', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { reads, set } = createFakeTable()
  for (let user = 0; user < 1000; user++) set(`user ${user}`, 'first')
  const calls = { batches: 0, pages: 0 }
  let taken = 100
  const list = createRecordList({
    ...reads,
    findListBatch: async (options) => {
      calls.batches += 1
      now += taken / 2
      return reads.findListBatch(options)
    },
    findAfter: async (place) => {
      calls.pages += 1
      return reads.findAfter(place)
    },
  })
  const lists = await Promise.all(Array.from({ length: 50 }, () => zonesOf(list)))
  expect(new Set(lists.map((zones) => Object.keys(zones).length))).toEqual(new Set([1000]))
  expect(calls).toEqual({ batches: 2, pages: 0 })
  set('user 7', 'second')
  now = 2099
  expect((await zonesOf(list))['user 7']).toBe('first')
  now = 2100
  taken = 10_000
  const again = await Promise.all(Array.from({ length: 50 }, () => zonesOf(list)))
  expect(new Set(again.map((zones) => zones['user 7']))).toEqual(new Set(['second']))
  expect(calls).toEqual({ batches: 4, pages: 1 })
  // The next one ends before this one is a minute old.
  set('user 7', 'third')
  now = 2100 + 49_999
  expect((await zonesOf(list))['user 7']).toBe('second')
  now += 1
  expect((await zonesOf(list))['user 7']).toBe('third')
  // Nothing has changed.
  now += 60_000
  await zonesOf(list)
  expect(calls).toEqual({ batches: 6, pages: 3 })
})

test('a list that cannot be read is an error, and the next request tries again', async () => {
  const { reads, set } = createFakeTable()
  set('a', 'UTC')
  let isDown = true
  const list = createRecordList({
    ...reads,
    findListBatch: (options) => (isDown ? Promise.reject(new Error('down')) : reads.findListBatch(options)),
  })
  await expect(list.find()).rejects.toThrow('down')
  isDown = false
  expect(await zonesOf(list)).toEqual({ a: 'UTC' })
})

test('a list that takes long to build is streamed while it is built, to everybody', async () => {
  const { reads, set } = createFakeTable()
  set('a', 'UTC')
  const batchMayEnd = Promise.withResolvers<void>()
  const list = createRecordList({
    ...reads,
    findListBatch: async (options) => {
      if (options.after !== undefined) await batchMayEnd.promise
      return reads.findListBatch(options)
    },
  })
  const [first, second] = await Promise.all([list.find(), list.find()])
  expect([first.etag, second.etag]).toEqual([undefined, undefined])
  const texts = [first, second].map(({ open }) => text(open().pipe(createGunzip())))
  batchMayEnd.resolve()
  for (const found of texts) expect(await found).toBe('{"a":{"username":"x","timezone":"UTC"}}')
  expect((await list.find()).etag).toMatch(/^W\/"/)
})

test('readers who accept no compression share each part of the text, so that those who stall hold none of their own', async () => {
  const { reads, set } = createFakeTable()
  for (let user = 0; user < 2000; user++)
    set(`user ${user}`, Array.from({ length: 4 }, () => crypto.randomUUID()).join())
  const { open, expand } = await createRecordList(reads).find()
  const readPart = async (stream: Readable) => {
    await once(stream, 'readable')
    return stream.read() as Buffer
  }
  const [first, beside] = await Promise.all([readPart(expand()), readPart(expand())])
  const later = await readPart(expand())
  expect(first.length).toBeGreaterThan(200_000)
  expect([beside === first, later === first]).toEqual([true, true])
  expect(await text(expand())).toBe(await text(open().pipe(createGunzip())))
})

test('a slow reader gets the end of a list that was replaced once, but not twice', async () => {
  const { reads, set } = createFakeTable()
  for (let user = 0; user < 2000; user++)
    set(`user ${user}`, Array.from({ length: 4 }, () => crypto.randomUUID()).join())
  const list = createRecordList(reads, { isReused: false })
  const [slow, slowest] = [(await list.find()).open(), (await list.find()).open()]
  for (const stream of [slow, slowest]) await once(stream, 'readable')
  // Read to its end, it is complete: a busy machine may still be building it.
  await zonesOf(list)
  set('user 1', 'other')
  await zonesOf(list)
  expect(Object.keys((await json(slow.pipe(createGunzip()))) as object)).toHaveLength(2000)
  set('user 1', 'another')
  await zonesOf(list)
  await expect(buffer(slowest)).rejects.toThrow('built twice')
})
