import { afterEach, expect, test, vi } from 'vitest'
import { createLogger } from '../logger.ts'
import { createHealth, createProbe } from './health.ts'

afterEach(() => void vi.useRealTimers())

test('a dependency is probed at most twice a second, for all callers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let pings = 0
  const probe = createProbe(async () => void pings++)
  await Promise.all(Array.from({ length: 100 }, probe))
  vi.advanceTimersByTime(490)
  await probe()
  expect(pings).toBe(1)
  vi.advanceTimersByTime(20)
  await probe()
  expect(pings).toBe(2)
})

test('a probe that hangs counts as down within a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = createProbe(() => new Promise(() => {}))()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toBeInstanceOf(Error)
})

test('an outage that a request notices is logged once, and its end without another caller', async () => {
  const { health, lines, database } = watchDatabase()
  database.isDown = true
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  for (let request = 0; request < 100; request++) health.reportFailure(error)
  await expect.poll(lines).toEqual(['The database does not answer'])
  health.reportFailure(error)
  health.reportLostConnection(error)
  database.isDown = false
  await expect.poll(lines).toEqual(['The database does not answer', 'The database answers again'])
})

test('connections that break while the database answers are logged once', async () => {
  const { health, lines } = watchDatabase()
  for (let connection = 0; connection < 10; connection++) health.reportLostConnection(new Error('reset'))
  await expect.poll(lines).toEqual(['Lost a connection to the database'])
})

test('a full disk is logged once a minute, and known for a minute after the last write that failed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { health, lines } = watchDatabase()
  const isFull = async () => (await health.probe()).isStorageFull
  const fail = () =>
    health.reportFailure(Object.assign(new Error('No space left on device'), { code: '53100' }))
  expect(await isFull()).toBe(false)
  fail()
  vi.advanceTimersByTime(59_000)
  fail()
  vi.advanceTimersByTime(59_000)
  expect(await isFull()).toBe(true)
  expect(lines()).toEqual(["The database's disk is full"])
  vi.advanceTimersByTime(1000)
  expect(await isFull()).toBe(false)
})

test('a database that is closed by a stop is not an outage', async () => {
  const { health, lines, database } = watchDatabase()
  health.stopAccepting()
  database.isDown = true
  expect(await health.probe()).toMatchObject({ database: false })
  expect(lines()).toEqual([])
})

function watchDatabase() {
  const database = { isDown: false }
  const log: string[] = []
  const logger = createLogger({
    level: 'info',
    stream: { write: (line) => void log.push(line) },
  })
  const ping = async () => {
    if (database.isDown) throw new Error('refused')
  }
  const health = createHealth({ database: ping, redis: async () => {}, logger })
  return { health, database, lines: () => log.map((line) => JSON.parse(line).msg) }
}
