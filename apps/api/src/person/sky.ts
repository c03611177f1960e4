import { inkOn, type Sky, skyAt, toLinearRgb } from '@timezone-registry/zones/sky'

/** A background and the text colour on it, as `#rrggbb`, for pictures: they know only sRGB. */
export type Colors = { color: string; ink: string }

/** The sky at a local time in hours from 0 to 24. */
export function skyColorsAt(hour: number): Colors {
  const sky = skyAt(hour)
  return { color: toHex(sky), ink: inkOn(sky) === 'black' ? '#000000' : '#ffffff' }
}

export function toHex(sky: Sky): string {
  return `#${toLinearRgb(sky).map(toHexByte).join('')}`
}

function toHexByte(linear: number): string {
  const encoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
