import { type Sky, skyAt } from './sky.ts'

/** A gradient of the sky, from top to bottom, and the two inks that are readable everywhere on it. */
export type HeroSky = { start: Sky; end: Sky; ink: Sky; soft: Sky }

// Of the skies this long before and after, the darker one is above, and the lighter one at the horizon.
const GRADIENT_HOURS = 0.6
// By day, both have the same hue: how much lighter and paler the horizon is.
const [DAY_BEGINS, DAY_ENDS] = [9, 15.5]
const DAY_LIGHTER = 0.03
const DAY_PALER = 0.4

const DARK_INK = toInk(0.19)
const LIGHT_INK = toInk(0.985)
// The soft ink's lightness where the sky leaves the least contrast to spare, and how much it softens per unit of room.
const DARK_SOFT = 0.27
const LIGHT_SOFT = 0.93
const SOFTER = 0.55

// At dawn and dusk, the sky would pass lightnesses on which neither ink is readable. It skips those.
const LIGHTEST_UNDER_LIGHT_INK = 0.475
const DARKEST_UNDER_DARK_INK = 0.67
const INK_CHANGES_AT = 0.57

/**
 * The sky behind a view at a local time in hours from 0 to 24, where the sun rises at six and sets at six. Its inks have a
 * contrast of at least 4.5:1 at every point of the gradient, `ink` also on a button, which is 12 % of the ink over the sky.
 */
export function heroSkyAt(hour: number): HeroSky {
  return withInks(gradientAt(hour))
}

/** From top to bottom. */
export type Gradient = Pick<HeroSky, 'start' | 'end'>

/** The sky at a local time, without inks. */
export function gradientAt(hour: number): Gradient {
  const [before, after] = [skyAt(wrap(hour - GRADIENT_HOURS)), skyAt(wrap(hour + GRADIENT_HOURS))]
  const [above, horizon] = before.lightness < after.lightness ? [before, after] : [after, before]
  const day = dayAt(hour)
  return {
    start: shade(above, { lighter: -DAY_LIGHTER * day, colour: 1 + day * DAY_PALER }),
    end: shade(horizon, { lighter: DAY_LIGHTER * day, colour: 1 - day * DAY_PALER }),
  }
}

/** A sky whose texts can be read. At dawn and dusk, it is a little lighter or darker for that. */
export function withInks({ start, end }: Gradient): HeroSky {
  const isDay = (start.lightness + end.lightness) / 2 >= INK_CHANGES_AT
  const step = (sky: Sky) => ({
    ...sky,
    lightness: isDay
      ? Math.max(sky.lightness, DARKEST_UNDER_DARK_INK)
      : Math.min(sky.lightness, LIGHTEST_UNDER_LIGHT_INK),
  })
  const sky = { start: step(start), end: step(end) }
  return isDay
    ? { ...sky, ink: DARK_INK, soft: toInk(DARK_SOFT + SOFTER * roomOnLight(sky)) }
    : { ...sky, ink: LIGHT_INK, soft: toInk(LIGHT_SOFT - SOFTER * roomOnDark(sky)) }
}

/** From 0 to 1, within an hour and a half around the ends of the day. */
function dayAt(hour: number): number {
  return Math.min(Math.max((hour - DAY_BEGINS) / 1.5 + 0.5, 0), Math.max((DAY_ENDS - hour) / 1.5 + 0.5, 0), 1)
}

function shade({ lightness, a, b }: Sky, { lighter, colour }: { lighter: number; colour: number }): Sky {
  return { lightness: lightness + lighter, a: a * colour, b: b * colour }
}

function wrap(hour: number): number {
  return (hour + 24) % 24
}

function roomOnLight({ start, end }: Gradient): number {
  return Math.min(start.lightness, end.lightness) - DARKEST_UNDER_DARK_INK
}

function roomOnDark({ start, end }: Gradient): number {
  return LIGHTEST_UNDER_LIGHT_INK - Math.max(start.lightness, end.lightness)
}

function toInk(lightness: number): Sky {
  return { lightness, a: 0.002, b: -0.02 }
}
