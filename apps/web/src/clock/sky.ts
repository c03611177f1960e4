/** A colour in OKLCH: lightness and chroma from 0 to 1, hue in degrees. */
type Stop = { hour: number; lightness: number; chroma: number; hue: number }

/**
 * The sky by local hour: night indigo, dawn rose, day pale blue, dusk amber. The service has the same ramp for the
 * pictures that it draws; `test/person.test.ts` compares them.
 */
export const SKY_RAMP: readonly Stop[] = [
  { hour: 0, lightness: 0.24, chroma: 0.06, hue: 275 },
  { hour: 3, lightness: 0.26, chroma: 0.07, hue: 280 },
  { hour: 5, lightness: 0.4, chroma: 0.08, hue: 300 },
  { hour: 6, lightness: 0.62, chroma: 0.1, hue: 20 },
  { hour: 7, lightness: 0.8, chroma: 0.08, hue: 60 },
  { hour: 9, lightness: 0.89, chroma: 0.05, hue: 225 },
  { hour: 12, lightness: 0.92, chroma: 0.045, hue: 230 },
  { hour: 15, lightness: 0.9, chroma: 0.05, hue: 228 },
  { hour: 17, lightness: 0.85, chroma: 0.07, hue: 85 },
  { hour: 18, lightness: 0.74, chroma: 0.12, hue: 60 },
  { hour: 19, lightness: 0.56, chroma: 0.13, hue: 35 },
  { hour: 20, lightness: 0.4, chroma: 0.1, hue: 310 },
  { hour: 22, lightness: 0.29, chroma: 0.07, hue: 282 },
  { hour: 24, lightness: 0.24, chroma: 0.06, hue: 275 },
]

/** Above this lightness black text has the higher contrast, below it white. */
export const INK_LIGHTNESS = 0.575

/** A colour in OKLab: lightness from 0 to 1, and its two axes. */
export type Sky = { lightness: number; a: number; b: number }

/** The sky at a local time in hours from 0 to 24. Mixed in OKLab, so that rose fades to blue without turning green. */
export function skyAt(hour: number): Sky {
  const next = SKY_RAMP.findIndex((stop, index) => index > 0 && stop.hour >= hour)
  const [from, to] = [SKY_RAMP[next - 1] ?? FIRST, SKY_RAMP[next] ?? FIRST]
  const part = from === to ? 0 : (hour - from.hour) / (to.hour - from.hour)
  const [start, end] = [toOklab(from), toOklab(to)]
  const mix = (x: number, y: number) => x + (y - x) * part
  return { lightness: mix(start.lightness, end.lightness), a: mix(start.a, end.a), b: mix(start.b, end.b) }
}

const FIRST = SKY_RAMP[0] as Stop

/** The sky as a CSS colour. */
export function toCss({ lightness, a, b }: Sky): string {
  return `oklab(${lightness.toFixed(3)} ${a.toFixed(3)} ${b.toFixed(3)})`
}

/** A whole day's sky as a CSS gradient around a point: midnight at the bottom, noon at the top. */
export function dayRing(): string {
  const stops = SKY_RAMP.map((stop) => `${toCss(toOklab(stop))} ${(stop.hour / 24) * 360}deg`)
  return `conic-gradient(from 180deg in oklab, ${stops.join(', ')})`
}

/** Black or white, whichever has a contrast of at least 4.5:1 on this sky. */
export function inkOn({ lightness }: Sky): 'black' | 'white' {
  return lightness >= INK_LIGHTNESS ? 'black' : 'white'
}

function toOklab({ lightness, chroma, hue }: Stop): Sky {
  const angle = (hue / 180) * Math.PI
  return { lightness, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) }
}
