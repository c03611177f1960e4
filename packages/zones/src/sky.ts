/** A colour in OKLCH: lightness and chroma from 0 to 1, hue in degrees. */
type Stop = readonly [hour: number, lightness: number, chroma: number, hue: number]

/** The sky by local hour: night indigo, dawn rose, day pale blue, dusk amber. */
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

/** A colour in OKLab: lightness from 0 to 1, and its two axes. */
export type Sky = { lightness: number; a: number; b: number }

/** The sky at a local time in hours from 0 to 24. Mixed in OKLab, so that rose fades to blue without turning green. */
export function skyAt(hour: number): Sky {
  const next = Math.max(
    1,
    SKY_RAMP.findIndex(([at]) => at >= hour),
  )
  const [from, to] = [SKY_RAMP[next - 1] as Stop, SKY_RAMP[next] as Stop]
  const part = (hour - from[0]) / (to[0] - from[0])
  const [start, end] = [toOklab(from), toOklab(to)]
  const mix = (x: number, y: number) => x + (y - x) * part
  return { lightness: mix(start.lightness, end.lightness), a: mix(start.a, end.a), b: mix(start.b, end.b) }
}

/** Black or white, whichever has a contrast of at least 4.5:1 on this sky. */
export function inkOn({ lightness }: Sky): 'black' | 'white' {
  return lightness >= INK_LIGHTNESS ? 'black' : 'white'
}

function toOklab([, lightness, chroma, hue]: Stop): Sky {
  const angle = (hue / 180) * Math.PI
  return { lightness, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) }
}

/**
 * The channels of linear sRGB, from 0 to 1, each kept within what a screen can show, by the matrices that define OKLab
 * (https://bottosson.github.io/posts/oklab/).
 */
export function toLinearRgb({ lightness, a, b }: Sky): [red: number, green: number, blue: number] {
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((root) => root ** 3) as [number, number, number]
  const clamp = (channel: number) => Math.min(1, Math.max(0, channel))
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
