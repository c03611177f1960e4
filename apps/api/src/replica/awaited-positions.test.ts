import { expect, test } from 'vitest'
import { createAwaitedPositions } from './awaited-positions.ts'

const patienceMilliseconds = 20

test('a position is waited for until it is replayed', async () => {
  const positions = createAwaitedPositions({ isKnown: () => true, patienceMilliseconds: 60_000 })
  positions.replayed(5)
  await positions.reach(4)
  const reached = positions.reach(5)
  positions.replayed(6)
  await reached
  expect(positions.areMissing).toBe(false)
})

test('a position that does not come is missing until it does', async () => {
  const positions = createAwaitedPositions({ isKnown: () => true, patienceMilliseconds })
  await positions.reach(5)
  expect(positions.areMissing).toBe(true)
  positions.replayed(5)
  expect(positions.areMissing).toBe(true)
  positions.replayed(6)
  expect(positions.areMissing).toBe(false)
})

test('a position that the primary has not reached is not missing', async () => {
  const positions = createAwaitedPositions({ isKnown: (position) => position < 5, patienceMilliseconds })
  await positions.reach(5)
  expect(positions.areMissing).toBe(false)
})
