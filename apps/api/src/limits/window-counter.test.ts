import { describe, expect, test } from 'vitest'
import { createWindowCounter } from './window-counter.ts'

function createClock() {
  let time = 0
  return {
    now: () => time,
    advance: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

describe('a window counter', () => {
  test('allows up to the limit in a minute, by cost, and again in the next', () => {
    const clock = createClock()
    const counter = createWindowCounter({ limit: 10, now: clock.now })
    expect(counter.take('a', 6)).toEqual({ isAllowed: true, remaining: 4, resetMilliseconds: 60_000 })
    clock.advance(20_000)
    expect(counter.take('a', 5)).toEqual({ isAllowed: false, remaining: 4, resetMilliseconds: 40_000 })
    expect(counter.take('a', 4)).toMatchObject({ isAllowed: true, remaining: 0 })
    expect(counter.take('b', 10)).toMatchObject({ isAllowed: true })
    clock.advance(40_000)
    expect(counter.take('a', 10)).toMatchObject({ isAllowed: true })
  })

  test('looks without counting', () => {
    const counter = createWindowCounter({ limit: 1 })
    counter.look('a', 1)
    expect(counter.usedBy('a')).toBe(0)
    expect(counter.take('a', 1).isAllowed).toBe(true)
    expect(counter.look('a', 1).isAllowed).toBe(false)
  })

  test('gives back what was taken in this minute, and nothing of an earlier one', () => {
    const clock = createClock()
    const counter = createWindowCounter({ limit: 5, now: clock.now })
    counter.take('a', 3)
    counter.giveBack('a', 2, clock.now())
    expect(counter.usedBy('a')).toBe(1)
    const before = clock.now()
    clock.advance(60_000)
    counter.take('a', 5)
    counter.giveBack('a', 1, before)
    expect(counter.take('a', 1).isAllowed).toBe(false)
  })

  test('refuses a blocked caller until the block ends', () => {
    const clock = createClock()
    const counter = createWindowCounter({ limit: 5, now: clock.now })
    counter.block('a', 1000)
    expect(counter.take('a', 1)).toMatchObject({ isAllowed: false, resetMilliseconds: 1000 })
    clock.advance(1000)
    expect(counter.take('a', 1).isAllowed).toBe(true)
  })

  test('keeps a bounded number of callers, the most recently active ones', () => {
    const counter = createWindowCounter({ limit: 1, maxCallers: 2 })
    for (const caller of ['a', 'b', 'c']) counter.take(caller, 1)
    expect(counter.look('c', 1).isAllowed).toBe(false)
    expect(counter.look('a', 1).isAllowed).toBe(true)
  })
})
