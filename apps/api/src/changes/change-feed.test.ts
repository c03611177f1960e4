import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createChangeFeed } from './change-feed.ts'
import type { ChangeStore, LoggedChange } from './change-store.ts'

const logger = pino({ level: 'silent' })

/** A log that holds what is pushed into it. */
function createFakeStore() {
  const log: LoggedChange[] = []
  const store: Pick<ChangeStore, 'findAfter' | 'findState'> = {
    findAfter: async (cursor, limit) =>
      log.filter(({ cursor: { position } }) => position > (cursor?.position ?? 0)).slice(0, limit),
    findState: async () => ({ end: { ord: 1, position: log.length }, version: String(log.length) }),
  }
  const add = (user_id: string, padding = '') =>
    log.push({
      change: { type: 'set', user_id, username: padding, timezone: 'UTC', at: '2026-01-01T00:00:00.000Z' },
      cursor: { ord: 1, position: log.length + 1 },
    })
  return { store, add }
}

test('a listener beyond the bound is turned away, and let in when another has left', async () => {
  const { store } = createFakeStore()
  const feed = createChangeFeed({ store, logger, maxListeners: 2 })
  const [first] = [await follow(feed), await follow(feed)]
  expect(await feed.follow(undefined)).toBe('full')
  first?.destroy()
  await sleep(0)
  await follow(feed)
  feed.close()
})

test('a silent stream shows now and then that it is there', async () => {
  const { store } = createFakeStore()
  const feed = createChangeFeed({ store, logger, heartbeatMilliseconds: 10 })
  const stream = await follow(feed)
  await expect.poll(() => String(stream.read() ?? '')).toContain(': still here')
  feed.close()
})

test('a listener that takes nothing is cut off before it fills the memory; the others hear on', async () => {
  const { store, add } = createFakeStore()
  const feed = createChangeFeed({ store, logger })
  const [stuck, listening] = [await follow(feed), await follow(feed)]
  let heard = 0
  listening.on('data', (chunk) => {
    heard += String(chunk).split('data: ').length - 1
  })
  for (let number = 1; number <= 50; number++) {
    add(`user-${number}`, 'x'.repeat(100_000))
    feed.wake()
    await expect.poll(() => heard, { interval: 1 }).toBe(number)
  }
  expect([stuck.destroyed, listening.destroyed]).toEqual([true, false])
  feed.close()
})

test('a log that cannot be read for a while loses nothing', async () => {
  const { store, add } = createFakeStore()
  let isDown = false
  const shaky: typeof store = {
    ...store,
    findAfter: async (...args) => {
      if (isDown) throw new Error('down')
      return store.findAfter(...args)
    },
  }
  const feed = createChangeFeed({ store: shaky, logger })
  const stream = await follow(feed)
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  isDown = true
  add('while-down')
  feed.wake()
  await sleep(20)
  isDown = false
  await expect.poll(() => text, { timeout: 3000 }).toContain('while-down')
  feed.close()
})

async function follow(feed: ReturnType<typeof createChangeFeed>) {
  const stream = await feed.follow(undefined)
  if (typeof stream === 'string') throw new Error(`Turned away: ${stream}`)
  return stream
}
