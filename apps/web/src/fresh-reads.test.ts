import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFreshReads } from './api.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('reads are fresh for two seconds after a change, a reload between them or not', () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  const reads = createFreshReads(() => storage)
  expect(reads.areOn()).toBe(false)
  reads.begin()
  vi.advanceTimersByTime(1999)
  expect([reads.areOn(), createFreshReads(() => storage).areOn()]).toEqual([true, true])
  vi.advanceTimersByTime(1)
  expect([reads.areOn(), createFreshReads(() => storage).areOn()]).toEqual([false, false])
})

test('a browser that blocks storage has them until a reload', () => {
  const reads = createFreshReads(() => {
    throw new DOMException('Blocked', 'SecurityError')
  })
  reads.begin()
  expect(reads.areOn()).toBe(true)
})
