import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace, oncePerTurn } from './pace.ts'

test('a few callers continue in each turn of the event loop, in order, and a late one immediately', async () => {
  const pace = createPace(2)
  const resumed: number[] = []
  for (let caller = 1; caller <= 5; caller++) void pace.next().then(() => resumed.push(caller))
  await Promise.resolve()
  expect(resumed).toEqual([1, 2])
  await nextTurn()
  expect(resumed).toEqual([1, 2, 3, 4])
  await nextTurn()
  expect(resumed).toEqual([1, 2, 3, 4, 5])
  await nextTurn()
  await pace.next()
  await pace.next()
  let isThird = false
  void pace.next().then(() => {
    isThird = true
  })
  await Promise.resolve()
  expect(isThird).toBe(false)
  await nextTurn()
  expect(isThird).toBe(true)
})

test('what is wanted many times in one turn is done once, after it, and again in the next', async () => {
  let times = 0
  const wake = oncePerTurn(() => {
    times += 1
  })
  for (let key = 0; key < 500; key++) wake()
  expect(times).toBe(0)
  await nextTurn()
  expect(times).toBe(1)
  wake()
  await nextTurn()
  expect(times).toBe(2)
})
