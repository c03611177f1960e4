import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { ChangeStore, FeedChange } from './change-store.ts'
import { type Cursor, formatCursor } from './cursor.ts'
import { createEventStreams, type EventStreamsOptions } from './event-streams.ts'
import type { TailListener } from './tail.ts'

const logger = pino({ level: 'silent' })
const at = (position: number): Cursor => ({ incarnation: '0123456789ab', place: { ord: 1, position } })
const START = at(0)

/** A feed of the changes pushed into it. */
function createFakeStore() {
  const all: FeedChange[] = []
  const store: Pick<ChangeStore, 'findAfter' | 'findEnd'> & { reads: number } = {
    reads: 0,
    findAfter: async (cursor, limit) => {
      store.reads += 1
      const rest = all.filter((change) => change.cursor.place.position > (cursor?.place.position ?? 0))
      const changes = rest.slice(0, limit)
      return { changes, cursor: changes.at(-1)?.cursor ?? cursor ?? START, more: rest.length > limit }
    },
    findEnd: async () => at(all.length),
  }
  const add = (user_id: string, username = '') =>
    all.push({
      change: { type: 'set', user_id, username, timezone: 'UTC', at: '2026-01-01T00:00:00.000Z' },
      cursor: at(all.length + 1),
    })
  return { store, add }
}

function open(options: Partial<EventStreamsOptions> & Pick<EventStreamsOptions, 'store'>) {
  let wake = () => {}
  const listen = ({ onReset }: TailListener) => {
    wake = onReset
  }
  const feed = createEventStreams({ logger, tail: { listen, wake: () => {} }, ...options })
  return Object.assign(feed, { wake: () => wake() })
}

/** Collects the text of a stream. */
function read(stream: Readable): { text: string; count(): number } {
  const received = { text: '', count: () => received.text.split('data: ').length - 1 }
  stream.on('data', (chunk) => {
    received.text += chunk
  })
  return received
}

test('a caller beyond their share is refused; others are admitted', async () => {
  using feed = open({ store: createFakeStore().store, maxListenersPerCaller: 2 })
  const first = await feed.follow(undefined, 'a')
  await feed.follow(undefined, 'a')
  await expect(feed.follow(undefined, 'a')).rejects.toMatchObject({ name: 'RateLimited' })
  await feed.follow(undefined, 'b')
  first.destroy()
  await expect.poll(() => feed.follow(undefined, 'a').catch(() => undefined)).toBeDefined()
})

test('a listener that is refused or fails to start releases its place', async () => {
  const { store } = createFakeStore()
  const broken = { ...store, findEnd: () => Promise.reject(new Error('down')) }
  using feed = open({ store: { ...broken, findAfter: async () => undefined }, maxListenersPerCaller: 1 })
  await expect(feed.follow(undefined, 'a')).rejects.toThrow('down')
  await expect(feed.follow(at(1), 'a')).rejects.toMatchObject({ name: 'CursorExpired' })
  await expect(feed.follow(at(1), 'a')).rejects.toMatchObject({ name: 'CursorExpired' })
})

test('a stream begins with its cursor, and repeats its current one with each heartbeat', async () => {
  const { store, add } = createFakeStore()
  add('before')
  using feed = open({ store, heartbeatMilliseconds: 10 })
  const received = read(await feed.follow(undefined, 'a'))
  await expect.poll(() => received.text).toMatch(`id: ${formatCursor(at(1))}\n\n`)
  add('new')
  feed.wake()
  await expect.poll(() => received.text).toMatch(new RegExp(`data: .*\n\nid: ${formatCursor(at(2))}\n\n`))
})

test('a thousand listeners at the end of the feed share the query of a wake-up', async () => {
  const { store, add } = createFakeStore()
  using feed = open({ store, maxListenersPerCaller: 1000 })
  const all = await Promise.all(Array.from({ length: 1000 }, () => feed.follow(undefined, 'a')))
  const received = all.map(read)
  await expect.poll(() => received.every(({ text }) => text.length > 0)).toBe(true)
  const before = store.reads
  add('ann')
  feed.wake()
  await expect.poll(() => received.every((one) => one.count() === 1)).toBe(true)
  // There may have been polls in between.
  expect(store.reads - before).toBeLessThan(100)
})

test('a feed that is closed sends clients elsewhere at once', async () => {
  const feed = open({ store: createFakeStore().store })
  feed.close()
  await expect(feed.follow(undefined, 'a')).rejects.toMatchObject({
    name: 'Unavailable',
    details: { retryAfterSeconds: 1 },
  })
})

test('a change is written to a few listeners in each turn of the event loop, so that requests come in between', async () => {
  const { store, add } = createFakeStore()
  using feed = open({ store })
  const received: ReturnType<typeof read>[] = []
  for (let count = 0; count < 180; count++) received.push(read(await feed.follow(undefined, 'a')))
  add('1')
  feed.wake()
  const counts = [0]
  while (counts.at(-1) !== received.length && counts.length < 1000) {
    await nextTurn()
    counts.push(received.filter((each) => each.count() === 1).length)
  }
  expect(counts.at(-1)).toBe(received.length)
  const inTurn = counts.slice(1).map((count, turn) => count - (counts[turn] ?? 0))
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(50)
})

test('a stalled listener holds one page and is disconnected; the others receive everything', async () => {
  const { store, add } = createFakeStore()
  using feed = open({ store, stallMilliseconds: 300 })
  const [stuck, listening] = [await feed.follow(undefined, 'a'), await feed.follow(undefined, 'b')]
  const received = read(listening)
  let held = 0
  for (let number = 1; number <= 30; number++) {
    add(`user-${number}`, 'x'.repeat(100_000))
    feed.wake()
    await expect.poll(() => received.count(), { interval: 1 }).toBe(number)
    held = Math.max(held, stuck.readableLength)
  }
  expect(held).toBeLessThan(250_000)
  await expect.poll(() => stuck.destroyed).toBe(true)
  expect(listening.destroyed).toBe(false)
})

test('a slow listener receives everything after its own cursor, page by page', async () => {
  const { store, add } = createFakeStore()
  for (let number = 1; number <= 450; number++) add(`user-${number}`, 'x'.repeat(1000))
  using feed = open({ store })
  const stream = await feed.follow(START, 'a')
  let text = ''
  for await (const chunk of stream) {
    text += chunk
    if (text.includes('user-450')) break
  }
  expect([...text.matchAll(/"user_id":"user-(\d+)"/g)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 450 }, (_, index) => index + 1),
  )
})

test('a feed that is unreadable for a while loses nothing', async () => {
  const { store, add } = createFakeStore()
  let failures = 0
  let isDown = false
  const shaky: typeof store = {
    ...store,
    findAfter: async (...args) => {
      if (!isDown) return store.findAfter(...args)
      failures += 1
      throw new Error('down')
    },
  }
  using feed = open({ store: shaky })
  const received = read(await feed.follow(undefined, 'a'))
  isDown = true
  add('while-down')
  feed.wake()
  await expect.poll(() => failures).toBeGreaterThan(0)
  isDown = false
  await expect.poll(() => received.text).toContain('while-down')
})

test('a page that cannot be read is logged once, not once for each of its listeners', async () => {
  const { store } = createFakeStore()
  const lines: string[] = []
  let isDown = false
  const findAfter: typeof store.findAfter = async (...args) => {
    if (isDown) throw new Error('down')
    return store.findAfter(...args)
  }
  using feed = open({
    store: { ...store, findAfter },
    logger: pino({}, { write: (line) => lines.push(line) }),
  })
  for (let count = 0; count < 20; count++) await feed.follow(undefined, 'a')
  isDown = true
  feed.wake()
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(lines).toEqual([expect.stringContaining('Could not read the change feed')])
})

test('a stream ends when its cursor expires, so that the client reconnects', async () => {
  const { store } = createFakeStore()
  let isExpired = false
  using feed = open({
    store: { ...store, findAfter: async (...args) => (isExpired ? undefined : store.findAfter(...args)) },
  })
  const stream = await feed.follow(undefined, 'a')
  read(stream)
  isExpired = true
  feed.wake()
  await expect.poll(() => stream.readableEnded).toBe(true)
})

test('a page that the database never returns is given up, and the next one is read', async () => {
  const { store } = createFakeStore()
  let stuck = 0
  using feed = open({
    store: {
      ...store,
      findAfter: async (...args) => {
        stuck += 1
        return stuck <= 2 ? new Promise(() => {}) : store.findAfter(...args)
      },
    },
    deadlineMilliseconds: 20,
  })
  const [first, second, third] = [1, 2, 3].map((position) => feed.follow(at(position), 'a'))
  await expect(first).rejects.toMatchObject({ name: 'Unavailable' })
  await expect(second).rejects.toMatchObject({ name: 'Unavailable' })
  await expect(third).resolves.toBeDefined()
})

test('a change that is made while a page is being read is in the next one', async () => {
  const { store, add } = createFakeStore()
  const reading = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isSlow = false
  using feed = open({
    store: {
      ...store,
      findAfter: async (...args) => {
        const page = await store.findAfter(...args)
        if (isSlow) {
          isSlow = false
          reading.resolve()
          await released.promise
        }
        return page
      },
    },
  })
  const received = read(await feed.follow(undefined, 'a'))
  isSlow = true
  feed.wake()
  await reading.promise
  add('meanwhile')
  feed.wake()
  released.resolve()
  await expect.poll(() => received.text).toContain('meanwhile')
})
