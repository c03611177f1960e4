import { expect, test } from 'vitest'
import { contrastOf } from './contrast.ts'
import { inkOn, skyAt } from './sky.ts'

const INKS = { black: { lightness: 0, a: 0, b: 0 }, white: { lightness: 1, a: 0, b: 0 } }

test('text on the sky has a contrast of at least 4.5:1 at every minute of the day', () => {
  for (let minute = 0; minute <= 24 * 60; minute++) {
    const sky = skyAt(minute / 60)
    expect(contrastOf(INKS[inkOn(sky)], sky), `at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('the sky is continuous, even around midnight', () => {
  for (const axis of ['lightness', 'a', 'b'] as const) expect(skyAt(24)[axis]).toBeCloseTo(skyAt(0)[axis], 9)
  for (let minute = 1; minute <= 24 * 60; minute++)
    expect(Math.abs(skyAt(minute / 60).lightness - skyAt((minute - 1) / 60).lightness)).toBeLessThan(0.005)
})
