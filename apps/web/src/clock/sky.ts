import { SKY_RAMP, type Sky, skyAt } from '@timezone-registry/zones/sky'

/** The sky as a CSS colour. */
export function toCss({ lightness, a, b }: Sky): string {
  return `oklab(${lightness.toFixed(3)} ${a.toFixed(3)} ${b.toFixed(3)})`
}

/** A whole day's sky as a CSS gradient around a point: midnight at the bottom, noon at the top. */
export function dayRing(): string {
  const stops = SKY_RAMP.map(([hour]) => `${toCss(skyAt(hour))} ${(hour / 24) * 360}deg`)
  return `conic-gradient(from 180deg in oklab, ${stops.join(', ')})`
}
