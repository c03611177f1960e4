import { inkOn, type Sky, skyAt } from '@timezone-registry/zones/sky'

/** A background and the text colour on it, as `#rrggbb`, for pictures: they know only sRGB. */
export type Colors = { color: string; ink: string }

/** The sky at a local time in hours from 0 to 24. */
export function skyColorsAt(hour: number): Colors {
  const sky = skyAt(hour)
  return { color: toHex(sky), ink: inkOn(sky) === 'black' ? '#000000' : '#ffffff' }
}

/** As `#rrggbb`, by the matrices that define OKLab (https://bottosson.github.io/posts/oklab/). */
export function toHex({ lightness, a, b }: Sky): string {
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
