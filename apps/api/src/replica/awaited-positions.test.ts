import { expect, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import { createAwaitedPositions } from './awaited-positions.ts'

const PRIMARY = { primaryReached: 1000, silentSeconds: 0 }
const patienceMilliseconds = 20
/** A write of a while ago. */
const at = (position: number, secondsAgo = 120) => ({ position, seconds: Date.now() / 1000 - secondsAgo })

test('a position is waited for until it is replayed', async () => {
  const positions = createAwaitedPositions(PRIMARY, { patienceMilliseconds: 60_000 })
  positions.replayed(5)
  await positions.reach(at(4))
  const reached = positions.reach(at(5))
  positions.replayed(6)
  await reached
  expect(positions.areMissing).toBe(false)
})

test('a position that does not come is missing until it does', async () => {
  const positions = createAwaitedPositions(PRIMARY, { patienceMilliseconds })
  await positions.reach(at(5))
  expect(positions.areMissing).toBe(true)
  positions.replayed(5)
  expect(positions.areMissing).toBe(true)
  positions.replayed(6)
  expect(positions.areMissing).toBe(false)
})

test('a position that the primary has not reached is not missing', async () => {
  const positions = createAwaitedPositions({ ...PRIMARY, primaryReached: 5 }, { patienceMilliseconds })
  await positions.reach(at(5))
  expect(positions.areMissing).toBe(false)
})

test('while the primary is silent, a position that does not come is refused, and nothing else changes', async () => {
  const silent = { ...PRIMARY, silentSeconds: 60 }
  const positions = createAwaitedPositions(silent, { patienceMilliseconds })
  await expect(positions.reach(at(5))).rejects.toThrow(Unavailable)
  expect(positions.areMissing).toBe(false)
  positions.replayed(6)
  await positions.reach(at(5))
})

test('a position from after the primary fell silent may be of another history, so its number proves nothing', async () => {
  const positions = createAwaitedPositions({ ...PRIMARY, silentSeconds: 60 }, { patienceMilliseconds })
  positions.replayed(6)
  await expect(positions.reach(at(5, 30))).rejects.toThrow(Unavailable)
})
