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
