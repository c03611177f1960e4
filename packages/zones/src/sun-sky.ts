import { type Gradient, gradientAt, type HeroSky, heroSkyAt, withInks } from './hero-sky.ts'
import type { Sky } from './sky.ts'
import { type Coordinates, sunOver } from './sun.ts'

// The hour of the ramp that has the sky of the sun's height in the morning, in degrees: night, the three twilights, the
// golden light near the horizon, and day. In the evening, the same light comes at the other hour.
const SKY_BY_ALTITUDE = [
  [-40, 0, 24],
  [-18, 3.6, 21.6],
  [-12, 4.5, 20.5],
  [-6, 5.3, 19.5],
  [-0.833, 6.2, 18.4],
  [6, 7.3, 17],
  [12, 8.4, 16],
  [20, 9.5, 15],
  [45, 12, 12],
] as const
// Around noon and midnight, the light of the morning and of the evening change over within so many degrees of the sun's way.
const CHANGE_DEGREES = 20

/**
 * The sky behind a view over a place at a moment, by the height of the sun; of a place that is not known, at a local time
 * in hours from 0 to 24.
 */
export function heroSkyOver(
  place: Coordinates | undefined,
  { at, hour }: { at: number; hour: number },
): HeroSky {
  if (place === undefined) return heroSkyAt(hour)
  const { altitude, past } = sunOver(place, at)
  const [morning, evening] = hoursOf(altitude).map(gradientAt) as [Gradient, Gradient]
  const part = eveningPart(past)
  return withInks({
    start: mix(morning.start, evening.start, part),
    end: mix(morning.end, evening.end, part),
  })
}

/** The hours of the ramp with the sky of a height of the sun, in the morning and in the evening. */
function hoursOf(altitude: number): [morning: number, evening: number] {
  const [lowest, highest] = [SKY_BY_ALTITUDE[0], SKY_BY_ALTITUDE[8]]
  const height = Math.min(Math.max(altitude, lowest[0]), highest[0])
  const next = Math.max(
    1,
    SKY_BY_ALTITUDE.findIndex(([degrees]) => degrees >= height),
  )
  const [from, to] = [SKY_BY_ALTITUDE[next - 1] ?? lowest, SKY_BY_ALTITUDE[next] ?? highest]
  const part = (height - from[0]) / (to[0] - from[0])
  return [from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part]
}

/** How much of the evening the sky has, from 0 to 1, by how far the sun is past noon. */
function eveningPart(past: number): number {
  const fromMorning = (past + CHANGE_DEGREES) / (2 * CHANGE_DEGREES)
  const toMorning = (180 - Math.abs(past)) / (2 * CHANGE_DEGREES) + 0.5
  return Math.min(
    Math.max(past > -90 && past < 90 ? fromMorning : past > 0 ? toMorning : 1 - toMorning, 0),
    1,
  )
}

function mix(from: Sky, to: Sky, part: number): Sky {
  const between = (x: number, y: number) => x + (y - x) * part
  return {
    lightness: between(from.lightness, to.lightness),
    a: between(from.a, to.a),
    b: between(from.b, to.b),
  }
}
