import type { Sky } from '@timezone-registry/zones/sky'
import { expect, test } from 'vitest'
import { heroSkyAt } from './hero-sky.ts'

test('every text on the sky has a contrast of at least 4.5:1 at every minute and every point of the gradient', () => {
  for (let minute = 0; minute < 24 * 60; minute++) {
    const { start, end, ink, soft } = heroSkyAt(minute / 60)
    for (let part = 0; part <= 1; part += 0.1) {
      const sky = mix(start, end, part)
      expect(contrast(ink, sky), `ink at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(soft, sky), `soft ink at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ink, mix(sky, ink, 0.12)), `button at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('the sky is light by day and dark by night, and so is never without its colours', () => {
  expect(heroSkyAt(12).start.lightness).toBeGreaterThan(0.85)
  expect(heroSkyAt(0).start.lightness).toBeLessThan(0.3)
})

function mix(from: Sky, to: Sky, part: number): Sky {
  const between = (a: number, b: number) => a + (b - a) * part
  return {
    lightness: between(from.lightness, to.lightness),
    a: between(from.a, to.a),
    b: between(from.b, to.b),
  }
}

function contrast(one: Sky, other: Sky): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of an OKLab colour by its published matrices, each channel kept within what a screen can show. */
function luminanceOf({ lightness, a, b }: Sky): number {
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((root) => root ** 3) as [number, number, number]
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(Math.max(channel, 0), 1)) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
