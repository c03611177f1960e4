import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('a few callers continue at a time, in order, and others are served in between', async () => {
  const pace = createPace(2)
  const happened: (number | string)[] = []
  const others = (async () => {
    while (!happened.includes(5)) {
      await nextTurn()
      happened.push('another')
    }
  })()
  for (const caller of [1, 2, 3, 4, 5]) void pace.next().then(() => happened.push(caller))
  await others
  expect(happened).toEqual([1, 2, 'another', 3, 4, 'another', 5, 'another'])
})

test('a late caller continues immediately', async () => {
  const pace = createPace(1)
  await Promise.all([pace.next(), pace.next()])
  await nextTurn()
  await nextTurn()
  expect(await Promise.race([pace.next().then(() => 'the caller'), nextTurn('another')])).toBe('the caller')
})
