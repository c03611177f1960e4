import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createRecordList } from './record-list.ts'

/** A table with this many pages. */
function createFakeStore(pages: number) {
  let reading = 0
  const store = {
    mostAtOnce: 0,
    findListPage: async ({ after }: { after?: string | undefined }) => {
      reading += 1
      store.mostAtOnce = Math.max(store.mostAtOnce, reading)
      await new Promise(setImmediate)
      reading -= 1
      const number = after === undefined ? 1 : Number(after) + 1
      return number > pages
        ? undefined
        : {
            toJson: () => `"${number}":{"pad":"${'x'.repeat(20_000)}"}`,
            lastUserId: String(number),
          }
    },
  }
  return store
}

test('many concurrent readers each get the whole list, with few reads of the database at a time', async () => {
  const store = createFakeStore(5)
  const list = createRecordList({ store, maxReads: 2 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => text(await list.stream(`${index}`))),
  )
  for (const answer of answers) expect(Object.keys(JSON.parse(answer))).toEqual(['1', '2', '3', '4', '5'])
  expect(store.mostAtOnce).toBe(2)
})

test('an empty table is an empty map', async () => {
  const list = createRecordList({ store: createFakeStore(0) })
  expect(await text(await list.stream('a'))).toBe('{}')
})

test('the database reads the next page while one is converted', async () => {
  const happened: string[] = []
  const findListPage = async ({ after }: { after?: string | undefined }) => {
    const page = after === undefined ? 1 : Number(after) + 1
    happened.push(`read ${page}`)
    const toJson = () => {
      happened.push(`convert ${page}`)
      return `"${page}":{}`
    }
    return page > 2 ? undefined : { lastUserId: String(page), toJson }
  }
  const list = createRecordList({ store: { findListPage } })
  expect(await text(await list.stream('a'))).toBe('{"1":{},"2":{}}')
  expect(happened).toEqual(['read 1', 'read 2', 'convert 1', 'read 3', 'convert 2'])
})

test('a long page is sent as bytes, which take less memory than its string', async () => {
  const pages = ['"1":"é"', `"2":"${'時'.repeat(100_000)}"`]
  const findListPage = async ({ after = '0' }: { after?: string | undefined }) => {
    const json = pages[Number(after)]
    return json === undefined ? undefined : { lastUserId: String(Number(after) + 1), toJson: () => json }
  }
  const chunks = await (await createRecordList({ store: { findListPage } }).stream('a')).toArray()
  expect(chunks.map((chunk) => typeof chunk)).toEqual(['string', 'object', 'string'])
  expect(chunks.join('')).toBe(`{${pages.join(',')}}`)
})

test('a stalled reader is disconnected, and the next one is admitted', async () => {
  const list = createRecordList({
    store: createFakeStore(50),
    maxOpen: 1,
    stallMilliseconds: 50,
    timeoutMilliseconds: 3000,
  })
  const stuck = await list.stream('a')
  const { promise: cut, resolve } = Promise.withResolvers<Error>()
  stuck.once('error', resolve)
  stuck.read(0)
  const next = list.stream('a')
  expect((await cut).message).toContain('stalled')
  expect(Object.keys(JSON.parse(await text(await next)))).toHaveLength(50)
})

test('a list that gets no slot within its waiting time is refused as overload', async () => {
  const list = createRecordList({ store: createFakeStore(5), maxOpen: 1, timeoutMilliseconds: 10 })
  const first = await list.stream('a')
  await expect(list.stream('a')).rejects.toMatchObject({ name: 'Overloaded' })
  first.destroy()
  expect(await text(await list.stream('a'))).toContain('"5"')
})

test('a list whose first page cannot be read releases its slot', async () => {
  const list = createRecordList({
    store: { findListPage: () => Promise.reject(new Error('down')) },
    maxOpen: 1,
    timeoutMilliseconds: 10,
  })
  await expect(list.stream('a')).rejects.toThrow('down')
  await expect(list.stream('a')).rejects.toThrow('down')
})

test('one network may hold only some of the places, and then waits for one of its own lists to end', async () => {
  const list = createRecordList({ store: createFakeStore(5), maxOpen: 4, maxOpenPerCaller: 2 })
  const [first, second] = await Promise.all([list.stream('a'), list.stream('a')])
  await expect(list.stream('a')).rejects.toMatchObject({ name: 'RateLimited', retryAfterSeconds: 5 })
  expect(await text(await list.stream('b'))).toContain('"5"')
  const closed = new Promise((resolve) => first.once('close', resolve))
  first.destroy()
  await closed
  expect(await text(await list.stream('a'))).toContain('"5"')
  // Otherwise it would stall, and nobody would handle its error.
  second.destroy()
})

test('a reader who takes a page now and then is also disconnected once the list takes too long', async () => {
  const store = createFakeStore(Number.POSITIVE_INFINITY)
  const list = createRecordList({ store, maxOpen: 1, stallMilliseconds: 3000, totalMilliseconds: 50 })
  const slow = await list.stream('a')
  const { promise: cut, resolve } = Promise.withResolvers<Error>()
  slow.once('error', resolve)
  const takes = setInterval(() => slow.read(), 10)
  expect((await cut).message).toContain('stalled')
  clearInterval(takes)
  ;(await list.stream('b')).destroy()
})
