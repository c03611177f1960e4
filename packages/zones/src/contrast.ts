import type { Sky } from './sky.ts'

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrastOf(one: Sky, other: Sky): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
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
