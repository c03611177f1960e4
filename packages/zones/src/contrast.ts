import { type Sky, toLinearRgb } from './sky.ts'

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrastOf(one: Sky, other: Sky): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance. */
function luminanceOf(color: Sky): number {
  const [red, green, blue] = toLinearRgb(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
