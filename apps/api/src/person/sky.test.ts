import { expect, test } from 'vitest'
import { skyColorsAt } from './sky.ts'

test('texts of badges and link pictures have a contrast of at least 4.5:1 at every minute', () => {
  for (let minute = 0; minute <= 24 * 60; minute++) {
    const { color, ink } = skyColorsAt(minute / 60)
    const [darker = 0, lighter = 0] = [luminanceOf(color), luminanceOf(ink)].toSorted((a, b) => a - b)
    expect((lighter + 0.05) / (darker + 0.05), `at minute ${minute}`).toBeGreaterThanOrEqual(4.5)
  }
})

/** The relative luminance of `#rrggbb` by WCAG 2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
