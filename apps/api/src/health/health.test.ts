import { afterEach, expect, test, vi } from 'vitest'
import { createHealth } from './health.ts'

afterEach(() => void vi.useRealTimers())

test('a dependency is probed at most twice a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let probes = 0
  const health = createHealth({ database: async () => void probes++, redis: undefined })
  await Promise.all([health.probe(), health.probe()])
  vi.advanceTimersByTime(490)
  await health.probe()
  expect(probes).toBe(1)
  vi.advanceTimersByTime(20)
  await health.probe()
  expect(probes).toBe(2)
})

test('an outage of the database is reported once, and its end without another caller', async () => {
  const reports: unknown[] = []
  let isDown = true
  const health = createHealth({
    database: async () => {
      if (isDown) throw new Error('refused')
    },
    redis: undefined,
    databaseOutage: {
      onDown: (reason) => reports.push(reason),
      onUp: () => reports.push('up'),
    },
  })
  expect(await health.probe()).toMatchObject({ database: false })
  await health.probe()
  expect(reports).toEqual([new Error('refused')])
  isDown = false
  await expect.poll(() => reports, { timeout: 5000 }).toEqual([new Error('refused'), 'up'])
})

test('a database that is closed by a stop is not an outage', async () => {
  const reports: unknown[] = []
  const health = createHealth({
    database: () => Promise.reject(new Error('closed')),
    redis: undefined,
    databaseOutage: { onDown: (reason) => reports.push(reason), onUp: () => reports.push('up') },
  })
  health.stopAccepting()
  expect(await health.probe()).toMatchObject({ database: false })
  expect(reports).toEqual([])
})
