import { once } from 'node:events'
import { json, text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { expect, test } from 'vitest'
import type { TailPage } from '../feed/tail-queries.ts'
import type { ListReads } from './list-queries.ts'
import { createRecordList, type RecordList } from './record-list.ts'

/** A table of one transaction for each write, and its feed. */
function createFakeTable() {
  const zones = new Map<string, { zone: string; txid: number }>()
  const page = (after: number): TailPage => {
    const settled = [...zones]
      .filter(([, { txid }]) => txid > after)
      .map(([userId, { zone, txid }]) => ({
        userId,
        place: { txid, seq: 0 },
        record: { username: 'x', timezone: zone },
      }))
    const at = Math.max(after, ...settled.map(({ place }) => place.txid))
    const numbers = {
      below: txids + 1,
      reached: txids + 1,
      end: { txid: at, seq: 0 },
      pruned: { txid: 0, seq: 0 },
    }
    return { ...FEED, ...feed, ...numbers, settled, unsettled: [] }
  }
  let txids = 0
  const feed = { incarnation: 'i', server: 's' }
  const reads = {
    findEnd: async () => ({ ...page(0), settled: [] }),
    findAfter: async ({ txid }: { txid: number }) => page(txid),
    findListBatch: async ({ after }: { after: string | undefined }) => ({
      records:
        after === undefined
          ? [...zones].map(([id, { zone }]) => [id, 'x', zone] as [string, string, string])
          : [],
      ...feed,
    }),
    settle: async () => {},
  } satisfies ListReads
  const set = (userId: string, zone: string) => {
    txids += 1
    zones.set(userId, { zone, txid: txids })
  }
  return { reads, set, feed }
}

const FEED = {
  isSettled: true,
  isStandby: false,
  connection: 'c',
  snapshot: 'n',
  cut: undefined,
} as const

async function zonesOf({ find }: RecordList): Promise<Record<string, string>> {
  const stream = (await (await find()).open({ gzip: true })).pipe(createGunzip())
  const list = (await json(stream)) as Record<string, { timezone: string }>
  return Object.fromEntries(Object.entries(list).map(([id, { timezone }]) => [id, timezone]))
}

test('a list that is built during a check gets the changes that were made before that check', async () => {
  const { reads, set } = createFakeTable()
  set('early', 'first')
  const batchRead = Promise.withResolvers<void>()
  const batchMayEnd = Promise.withResolvers<void>()
  const pageRead = Promise.withResolvers<void>()
  const pageMayEnd = Promise.withResolvers<void>()
  let isHeld = false
  const list = createRecordList({
    ...reads,
    findListBatch: async (options) => {
      const batch = await reads.findListBatch(options)
      batchRead.resolve()
      await batchMayEnd.promise
      return batch
    },
    findAfter: async (place) => {
      const page = await reads.findAfter(place)
      if (!isHeld) return page
      isHeld = false
      pageRead.resolve()
      await pageMayEnd.promise
      return page
    },
  })
  const building = zonesOf(list)
  await batchRead.promise
  set('early', 'second')
  isHeld = true
  // Its check begins behind the change, and ends when the list, which lacks the change, is built.
  const later = zonesOf(list)
  await pageRead.promise
  batchMayEnd.resolve()
  expect(await building).toEqual({ early: 'first' })
  pageMayEnd.resolve()
  expect(await later).toEqual({ early: 'second' })
  expect(await zonesOf(list)).toEqual({ early: 'second' })
})

test('many requests share one build, and later ones only read what has changed', async () => {
  const { reads, set } = createFakeTable()
  for (let user = 0; user < 1000; user++) set(`user ${user}`, 'first')
  const calls = { batches: 0, pages: 0 }
  const list = createRecordList({
    ...reads,
    findListBatch: async (options) => {
      calls.batches += 1
      return reads.findListBatch(options)
    },
    findAfter: async (place) => {
      calls.pages += 1
      return reads.findAfter(place)
    },
  })
  const lists = await Promise.all(Array.from({ length: 50 }, () => zonesOf(list)))
  expect(new Set(lists.map((zones) => Object.keys(zones).length))).toEqual(new Set([1000]))
  expect(calls.batches).toBe(2)
  set('user 7', 'second')
  calls.pages = 0
  const again = await Promise.all(Array.from({ length: 50 }, () => zonesOf(list)))
  expect(new Set(again.map((zones) => zones['user 7']))).toEqual(new Set(['second']))
  expect(calls).toEqual({ batches: 2, pages: 1 })
})

test('a list that cannot be read is an error, and the next request tries again', async () => {
  const { reads, set } = createFakeTable()
  set('a', 'UTC')
  let isDown = true
  const list = createRecordList({
    ...reads,
    findListBatch: (options) => (isDown ? Promise.reject(new Error('down')) : reads.findListBatch(options)),
  })
  const { open } = await list.find()
  await expect(open({ gzip: true })).rejects.toThrow('down')
  isDown = false
  expect(await zonesOf(list)).toEqual({ a: 'UTC' })
})

test('a list that takes long to build begins before it is built', async () => {
  const { reads, set } = createFakeTable()
  set('a', 'UTC')
  const batchMayEnd = Promise.withResolvers<void>()
  const list = createRecordList({
    ...reads,
    findListBatch: async (options) => {
      await batchMayEnd.promise
      return reads.findListBatch(options)
    },
  })
  const stream = await (await list.find()).open({ gzip: false })
  await once(stream, 'readable')
  expect(String(stream.read())).toBe('{')
  batchMayEnd.resolve()
  expect(`{${await text(stream)}`).toBe('{"a":{"username":"x","timezone":"UTC"}}')
})

test('slow readers of lists that were replaced get their end, but beyond a total size only those of the newest', async () => {
  const { reads, set, feed } = createFakeTable()
  for (let user = 0; user < 20_000; user++) set(`user ${user}`, 'UTC')
  const read = async (maxReplacedBytes: number) => {
    const list = createRecordList(reads, { maxReplacedBytes })
    const openSlowly = async () => {
      const stream = await (await list.find()).open({ gzip: false })
      await once(stream, 'readable')
      return stream
    }
    const slowest = await openSlowly()
    feed.incarnation = `${maxReplacedBytes} after a restore`
    const slow = await openSlowly()
    feed.server = `${maxReplacedBytes} after a restart`
    expect(Object.keys(await zonesOf(list))).toHaveLength(20_000)
    return [slowest, slow].map(async (stream) => Object.keys(JSON.parse(await text(stream))).length)
  }
  expect(await Promise.all(await read(1_000_000))).toEqual([20_000, 20_000])
  const [slowest, slow] = await read(1)
  await expect(slowest).rejects.toThrow('built again')
  expect(await slow).toBe(20_000)
})

test('a fast reader lets the event loop turn in between', async () => {
  const { reads, set } = createFakeTable()
  for (let user = 0; user < 50_000; user++) set(`user ${user}`, 'UTC')
  const list = createRecordList(reads)
  await zonesOf(list)
  const stream = await (await list.find()).open({ gzip: false })
  let turns = 0
  let isRead = false
  const counting = (async () => {
    while (!isRead) {
      await setImmediate()
      turns += 1
    }
  })()
  const { length } = await text(stream)
  isRead = true
  await counting
  // Eight chunks of 64 KB in each turn.
  expect(turns).toBeGreaterThan(length / 65_536 / 8 - 1)
  expect(length).toBeGreaterThan(2_000_000)
})
