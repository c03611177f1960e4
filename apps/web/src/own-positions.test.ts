import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOwnPositions } from './own-positions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.for([
  ['with', createStorage],
  ['without', createBlockedStorage],
] as const)('%s storage, the latest position is sent for a minute', ([, create]) => {
  const positions = createOwnPositions(create())
  expect(positions.latest()).toBeUndefined()
  positions.note('105-t8x9ab')
  positions.note('zz-t8x9ab')
  expect(positions.latest()).toBe('105-t8x9ab')
  positions.note('106-t8x9ab')
  expect(positions.latest()).toBe('106-t8x9ab')
  vi.advanceTimersByTime(59_999)
  expect(positions.latest()).toBe('106-t8x9ab')
  vi.advanceTimersByTime(1)
  expect(positions.latest()).toBeUndefined()
})

test('a reload keeps the positions, and how long each is sent', () => {
  const storage = createStorage()
  createOwnPositions(storage).note('105-t8x9ab')
  vi.advanceTimersByTime(30_000)
  createOwnPositions(storage).note('100-t8x9bb')
  const reloaded = createOwnPositions(storage)
  expect(reloaded.latest()).toBe('105-t8x9ab')
  vi.advanceTimersByTime(30_000)
  expect(reloaded.latest()).toBe('100-t8x9bb')
  vi.advanceTimersByTime(30_000)
  expect(reloaded.latest()).toBeUndefined()
})

function createStorage() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  return () => storage
}

function createBlockedStorage() {
  return () => {
    throw new DOMException('Blocked', 'SecurityError')
  }
}
