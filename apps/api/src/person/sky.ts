/** A colour in OKLCH: lightness and chroma from 0 to 1, hue in degrees. */
type Stop = readonly [hour: number, lightness: number, chroma: number, hue: number]

/**
 * The sky by local hour: night indigo, dawn rose, day pale blue, dusk amber. The page has the same ramp, which a test
 * of `apps/web/test/person.test.ts` compares with this one.
 */
export const SKY_RAMP: readonly Stop[] = [
  [0, 0.24, 0.06, 275],
  [3, 0.26, 0.07, 280],
  [5, 0.4, 0.08, 300],
  [6, 0.62, 0.1, 20],
  [7, 0.8, 0.08, 60],
  [9, 0.89, 0.05, 225],
  [12, 0.92, 0.045, 230],
  [15, 0.9, 0.05, 228],
  [17, 0.85, 0.07, 85],
  [18, 0.74, 0.12, 60],
  [19, 0.56, 0.13, 35],
  [20, 0.4, 0.1, 310],
  [22, 0.29, 0.07, 282],
  [24, 0.24, 0.06, 275],
]

/** Above this lightness black text has the higher contrast, below it white. */
export const INK_LIGHTNESS = 0.575

/** A background and the text colour on it, whose contrast is at least 4.5:1, as `#rrggbb`. */
export type Sky = { color: string; ink: '#000000' | '#ffffff' }

/** The sky at a local time in hours from 0 to 24, for images, which know only sRGB. Mixed in OKLab. */
export function skyAt(hour: number): Sky {
  const next = Math.max(
    1,
    SKY_RAMP.findIndex(([at]) => at >= hour),
  )
  const [from, to] = [SKY_RAMP[next - 1] as Stop, SKY_RAMP[next] as Stop]
  const part = (hour - from[0]) / (to[0] - from[0])
  const [start, end] = [toOklab(from), toOklab(to)]
  const mixed = start.map((value, axis) => value + ((end[axis] ?? 0) - value) * part) as Oklab
  return { color: toHex(mixed), ink: mixed[0] >= INK_LIGHTNESS ? '#000000' : '#ffffff' }
}

type Oklab = [lightness: number, a: number, b: number]

function toOklab([, lightness, chroma, hue]: Stop): Oklab {
  const angle = (hue / 180) * Math.PI
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** By the matrices that define OKLab (https://bottosson.github.io/posts/oklab/). */
function toHex([lightness, a, b]: Oklab): string {
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((root) => root ** 3) as [number, number, number]
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels.map(toHexByte).join('')}`
}

function toHexByte(linear: number): string {
  const clamped = Math.min(1, Math.max(0, linear))
  const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
