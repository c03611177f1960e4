import { expect, test } from 'vitest'
import { contrastOf } from './contrast.ts'
import { heroSkyAt } from './hero-sky.ts'
import type { Sky } from './sky.ts'

test('every text on the sky has a contrast of at least 4.5:1 at every minute and every point of the gradient', () => {
  for (let minute = 0; minute < 24 * 60; minute++) {
    const { start, end, ink, soft } = heroSkyAt(minute / 60)
    for (let part = 0; part <= 1; part += 0.1) {
      const sky = mix(start, end, part)
      expect(contrastOf(ink, sky), `ink at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(soft, sky), `soft ink at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(ink, mix(sky, ink, 0.14)), `button at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('the sky is light by day and dark by night, and so is never without its colours', () => {
  expect(heroSkyAt(12).start.lightness).toBeGreaterThan(0.85)
  expect(heroSkyAt(0).start.lightness).toBeLessThan(0.3)
})

test('the horizon is never darker than the sky above it', () => {
  for (let minute = 0; minute < 24 * 60; minute++) {
    const { start, end } = heroSkyAt(minute / 60)
    expect(end.lightness, `at minute ${minute}`).toBeGreaterThanOrEqual(start.lightness)
  }
})

function mix(from: Sky, to: Sky, part: number): Sky {
  const between = (a: number, b: number) => a + (b - a) * part
  return {
    lightness: between(from.lightness, to.lightness),
    a: between(from.a, to.a),
    b: between(from.b, to.b),
  }
}
