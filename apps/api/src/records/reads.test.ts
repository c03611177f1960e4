import { describe, expect, test, vi } from 'vitest'
import { Overloaded, Unavailable } from '../errors.ts'
import { createReads } from './reads.ts'
import type { PlacedRecord } from './record.ts'

const record = (userId: string): PlacedRecord => ({
  userId,
  username: 'x',
  timezone: 'UTC',
  createdAt: null,
  updatedAt: null,
  visibility: 'public',
  availability: null,
  ord: 0,
  position: 0,
})

/** A table whose queries end when the test ends them. */
function createTable() {
  const queries: { userIds: string[]; end: (error?: Error) => void }[] = []
  const findMany = (userIds: readonly string[]) =>
    new Promise<PlacedRecord[]>((resolve, reject) => {
      const found = userIds.filter((userId) => userId !== 'nobody').map(record)
      queries.push({ userIds: [...userIds], end: (error) => (error ? reject(error) : resolve(found)) })
    })
  return {
    queries,
    findMany,
    /** Resolves when this many queries have started. */
    started: (wanted: number) =>
      vi.waitUntil(() => queries.length >= wanted, { interval: 1, timeout: 10_000 }),
  }
}

const ids = (count: number, prefix = 'id') =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`)

describe('reads from the store', () => {
  test('a single read starts immediately; reads of one turn share a query and each gets its own record', async () => {
    const table = createTable()
    const loader = createReads(table)
    const found = Promise.all(['a', 'nobody', 'b', 'a'].map((userId) => loader.load(userId)))
    await table.started(1)
    expect(table.queries.map(({ userIds }) => userIds)).toEqual([['a', 'nobody', 'b']])
    table.queries[0]?.end()
    expect((await found).map((each) => each?.userId)).toEqual(['a', undefined, 'b', 'a'])
  })

  test('while four queries are in flight, later reads share the next', async () => {
    const table = createTable()
    const loader = createReads(table)
    const loads = await fillSlots(table, loader)
    for (const userId of ids(10).slice(4)) loads.push(loader.load(userId))
    table.queries[0]?.end()
    await table.started(5)
    expect(table.queries[4]?.userIds).toEqual(ids(10).slice(4))
    for (const query of table.queries) query.end()
    expect(await Promise.all(loads)).toHaveLength(10)
  })

  test('a read that begins while the same key is being read gets its own query', async () => {
    const table = createTable()
    const loader = createReads(table)
    const loads = [loader.load('a')]
    await table.started(1)
    loads.push(loader.load('a'))
    await table.started(2)
    expect(table.queries.map(({ userIds }) => userIds)).toEqual([['a'], ['a']])
    for (const query of table.queries) query.end()
    expect(await Promise.all(loads)).toEqual([record('a'), record('a')])
  })

  test('sixty lookups of a hundred ids that arrive while queries are in flight all settle', async () => {
    const { promise: allAreAsked, resolve: end } = Promise.withResolvers<void>()
    const sizes: number[] = []
    const loader = createReads({
      findMany: async (userIds) => {
        sizes.push(userIds.length)
        await allAreAsked
        return userIds.map(record)
      },
    })
    const lookups = []
    for (const lookup of ids(60, 'lookup')) {
      lookups.push(Promise.all(ids(100, lookup).map((userId) => loader.load(userId))))
      if (sizes.length < 4)
        await vi.waitUntil(() => sizes.length === lookups.length, { interval: 1, timeout: 10_000 })
    }
    end()
    expect((await Promise.all(lookups)).flat().map((found) => found?.userId)).toEqual(
      ids(60, 'lookup').flatMap((lookup) => ids(100, lookup)),
    )
    // More ids waited than fit into one query.
    expect(Math.max(...sizes)).toBe(500)
  })

  test('a failed query fails its own reads only', async () => {
    const table = createTable()
    const loader = createReads(table)
    const first = loader.load('a')
    await table.started(1)
    const second = loader.load('b')
    await table.started(2)
    table.queries[0]?.end(new Error('gone'))
    table.queries[1]?.end()
    await expect(first).rejects.toThrow('gone')
    expect(await second).toEqual(record('b'))
  })

  test('when the store never responds, reads in flight and waiting are all refused at their deadline', async () => {
    const table = createTable()
    const loader = createReads({ ...table, deadlineMilliseconds: 20, abandonAfterMilliseconds: 40 })
    const loads = []
    for (const userId of ids(3000)) loads.push(loader.load(userId).catch((error: unknown) => error))
    await table.started(1)
    loads.push(loader.load('late').catch((error: unknown) => error))
    for (const outcome of await Promise.all(loads)) expect(outcome).toBeInstanceOf(Unavailable)
  })

  test('a late query releases its slot, and refused reads never start', async () => {
    const table = createTable()
    const loader = createReads({ ...table, deadlineMilliseconds: 200 })
    await fillSlots(table, loader)
    const refused = ids(2, 'waiting').map((userId) => loader.load(userId))
    const askedAt = performance.now()
    await vi.waitUntil(() => performance.now() > askedAt + 200, { interval: 1, timeout: 10_000 })
    table.queries[2]?.end()
    for (const { status } of await Promise.allSettled(refused)) expect(status).toBe('rejected')
    const late = loader.load('late')
    await table.started(5)
    expect(table.queries[4]?.userIds).toEqual(['late'])
    table.queries[4]?.end()
    expect(await late).toEqual(record('late'))
  })

  test('queries that are never answered lose their slots to later reads', async () => {
    let queries = 0
    const loader = createReads({
      findMany: async (userIds) => (++queries <= 4 ? new Promise(() => {}) : userIds.map(record)),
      abandonAfterMilliseconds: 20,
    })
    for (const [index, userId] of ids(4).entries()) {
      loader.load(userId).catch(() => {})
      await vi.waitUntil(() => queries === index + 1, { interval: 1, timeout: 10_000 })
    }
    expect(await loader.load('late')).toEqual(record('late'))
  })

  test('beyond the limit of waiting reads, a read rejects and does not throw', async () => {
    const loader = createReads({ findMany: () => new Promise(() => {}), deadlineMilliseconds: 50 })
    for (const userId of ids(50_000)) loader.load(userId).catch(() => {})
    await expect(loader.load('one-more')).rejects.toBeInstanceOf(Overloaded)
  })
})

/** Starts as many queries as may be in flight, with one id each. */
async function fillSlots(
  table: ReturnType<typeof createTable>,
  loader: ReturnType<typeof createReads>,
): Promise<Promise<PlacedRecord | undefined>[]> {
  const loads: Promise<PlacedRecord | undefined>[] = []
  for (const userId of ids(4)) {
    const load = loader.load(userId)
    load.catch(() => {})
    loads.push(load)
    await table.started(loads.length)
  }
  return loads
}
