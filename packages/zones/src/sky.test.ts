import { expect, test } from 'vitest'
import { inkOn, type Sky, skyAt } from './sky.ts'

/** Relative luminance of an OKLab colour, by its published matrices. */
function luminanceOf({ lightness, a, b }: Sky): number {
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((root) => root ** 3) as [number, number, number]
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('text on the sky has a contrast of at least 4.5:1 at every minute of the day', () => {
  for (let minute = 0; minute <= 24 * 60; minute++) {
    const sky = skyAt(minute / 60)
    const luminance = luminanceOf(sky)
    const contrast = inkOn(sky) === 'black' ? (luminance + 0.05) / 0.05 : 1.05 / (luminance + 0.05)
    expect(contrast, `at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('the sky is continuous, even around midnight', () => {
  for (const axis of ['lightness', 'a', 'b'] as const) expect(skyAt(24)[axis]).toBeCloseTo(skyAt(0)[axis], 9)
  for (let minute = 1; minute <= 24 * 60; minute++)
    expect(Math.abs(skyAt(minute / 60).lightness - skyAt((minute - 1) / 60).lightness)).toBeLessThan(0.005)
})
