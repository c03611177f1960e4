import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWritePositions, parseWritePosition } from './write-position.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }))
afterEach(() => void vi.useRealTimers())

test('a position is that of the process’s latest write, at the time of the response', () => {
  const positions = createWritePositions()
  expect(positions.format()).toBeUndefined()
  positions.note(1000)
  positions.note(999)
  const seconds = Date.now() / 1000
  expect(parseWritePosition(positions.format() ?? '')).toEqual({ txid: 1000, seconds })
})

test('clients find the latest of several positions by length, then in ASCII order', () => {
  const numbers = [1, 9, 10, 35, 36, 37, 359, 360, 36 ** 3 - 1, 36 ** 3, 2 ** 32, 36 ** 10 - 1]
  const texts = numbers.map((number) => {
    const positions = createWritePositions()
    positions.note(number)
    // The clocks of instances differ, so a later write may have an earlier time.
    vi.setSystemTime(Date.UTC(2026, 10, 21, 12) - number * 1000 * Number(number < 1000))
    return positions.format() ?? ''
  })
  const sorted = texts.toReversed().sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
  expect(sorted).toEqual(texts)
})
