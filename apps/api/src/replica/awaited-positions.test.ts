import { expect, test } from 'vitest'
import { createAwaitedPositions } from './awaited-positions.ts'

const LAG = { silentSeconds: 0, seconds: () => 0 }
/** A write some time ago, by default two minutes. */
const at = (position: number, secondsAgo = 120) => ({ position, seconds: Date.now() / 1000 - secondsAgo })

test('a position is waited for until it is replayed', async () => {
  const positions = createAwaitedPositions(LAG, { patienceMilliseconds: 60_000 })
  positions.replayed(5)
  expect(await positions.isReplayed(at(4))).toBe(true)
  const isReplayed = positions.isReplayed(at(5))
  positions.replayed(6)
  expect(await isReplayed).toBe(true)
})

test('the wait for a position that does not arrive ends', async () => {
  const positions = createAwaitedPositions(LAG, { patienceMilliseconds: 20 })
  expect(await positions.isReplayed(at(5))).toBe(false)
})

test('nobody waits for a replica that is far behind', async () => {
  const positions = createAwaitedPositions({ ...LAG, seconds: () => 61 }, { patienceMilliseconds: 60_000 })
  positions.replayed(5)
  expect(await positions.isReplayed(at(4))).toBe(true)
  expect(await positions.isReplayed(at(5))).toBe(false)
})

test('a position from after the primary fell silent may belong to another history, so its number proves nothing', async () => {
  const positions = createAwaitedPositions({ ...LAG, silentSeconds: 60 })
  positions.replayed(6)
  expect(await positions.isReplayed(at(5, 30))).toBe(false)
  expect(await positions.isReplayed(at(5, 90))).toBe(true)
})
