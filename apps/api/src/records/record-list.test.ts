import { once } from 'node:events'
import { json, text } from 'node:stream/consumers'
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
    return { ...FEED, ...numbers, settled, unsettled: [] }
  }
  let txids = 0
  const reads = {
    findEnd: async () => ({ ...page(0), settled: [] }),
    findAfter: async ({ txid }: { txid: number }) => page(txid),
    findListBatch: async ({ after }: { after: string | undefined }) => ({
      records:
        after === undefined
          ? [...zones].map(([id, { zone }]) => [id, 'x', zone] as [string, string, string])
          : [],
      ...FEED,
    }),
    settle: async () => {},
  } satisfies ListReads
  const set = (userId: string, zone: string) => {
    txids += 1
    zones.set(userId, { zone, txid: txids })
  }
  return { reads, set }
}

const FEED = {
  incarnation: 'i',
  isSettled: true,
  isStandby: false,
  server: 's',
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
