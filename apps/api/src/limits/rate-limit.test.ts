import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWindows, take } from './rate-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a caller may use the limit in a minute, by cost, and again in the next', () => {
  const windowOf = createWindows()
  const use = (caller: string, cost: number) => take(windowOf(caller), { cost, limit: 10 })
  expect(use('a', 6)).toEqual({ isAllowed: true, remaining: 4, resetMilliseconds: 60_000 })
  vi.advanceTimersByTime(20_000)
  expect(use('a', 5)).toEqual({ isAllowed: false, remaining: 4, resetMilliseconds: 40_000 })
  expect(use('a', 4)).toMatchObject({ isAllowed: true, remaining: 0 })
  expect(use('b', 10)).toMatchObject({ isAllowed: true })
  vi.advanceTimersByTime(40_000)
  expect(use('a', 10)).toMatchObject({ isAllowed: true })
})

test('a bounded number of callers is kept, the most recently active ones', () => {
  const windowOf = createWindows(2)
  for (const caller of ['a', 'b', 'c']) take(windowOf(caller), { cost: 1, limit: 1 })
  expect(take(windowOf('c'), { cost: 1, limit: 1 }).isAllowed).toBe(false)
  expect(take(windowOf('a'), { cost: 1, limit: 1 }).isAllowed).toBe(true)
})
