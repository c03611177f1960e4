import { expect, test } from 'vitest'
import { createReplayedPositions } from './replayed-positions.ts'

/** A write some time ago, by default two minutes. */
const at = (position: number, secondsAgo = 120) => ({ position, seconds: Date.now() / 1000 - secondsAgo })

test('a position that the replica has not replayed is not waited for, because it may be forged', () => {
  const positions = createReplayedPositions({ silentSeconds: 0 })
  positions.replayed(5)
  expect([positions.isReplayed(at(4)), positions.isReplayed(at(5))]).toEqual([true, false])
  positions.replayed(6)
  expect(positions.isReplayed(at(5))).toBe(true)
})

test('a position from after the primary fell silent may belong to another history, so its number proves nothing', () => {
  const positions = createReplayedPositions({ silentSeconds: 60 })
  positions.replayed(6)
  expect([positions.isReplayed(at(5, 30)), positions.isReplayed(at(5, 90))]).toEqual([false, true])
})
