import { expect, test } from 'vitest'
import { contrastOf } from './contrast.ts'
import { type HeroSky, heroSkyAt } from './hero-sky.ts'
import type { Sky } from './sky.ts'
import { heroSkyOver } from './sun-sky.ts'

const MINUTE_MS = 60_000
const BERLIN = [52.5, 13.37] as const
const TROMSO = [69.65, 18.95] as const
const LATITUDES = [-77.85, -33.87, 0, 40.7, 59.9, 78.2]
const DAYS = ['2026-03-20', '2026-06-21', '2026-09-23', '2026-12-21']

const at = (text: string) => ({ at: Date.parse(text), hour: 0 })

/** Every minute by the clock, and of four days of the year at six latitudes. */
function* everySky(): Generator<[minute: string, HeroSky]> {
  for (let minute = 0; minute < 24 * 60; minute++) {
    yield [`minute ${minute} by the clock`, heroSkyAt(minute / 60)]
    for (const latitude of LATITUDES)
      for (const day of DAYS) {
        const moment = Date.parse(day) + minute * MINUTE_MS
        yield [
          `minute ${minute} of ${day} at ${latitude}`,
          heroSkyOver([latitude, 0], { at: moment, hour: 0 }),
        ]
      }
  }
}

test('every text on the sky has a contrast of at least 4.5:1 at every minute, everywhere, and at every point of the gradient', () => {
  const low: string[] = []
  for (const [minute, { start, end, ink, soft }] of everySky())
    for (const part of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
      const sky = mix(start, end, part)
      if (contrastOf(ink, sky) < 4.5) low.push(`ink at ${minute}`)
      if (contrastOf(soft, sky) < 4.5) low.push(`soft ink at ${minute}`)
      if (contrastOf(ink, mix(sky, ink, 0.14)) < 4.5) low.push(`button at ${minute}`)
    }
  expect(low).toEqual([])
})

test('the horizon is never darker than the sky above it', () => {
  const darker = [...everySky()].filter(([, { start, end }]) => end.lightness < start.lightness)
  expect(darker.map(([minute]) => minute)).toEqual([])
})

test('the sky does not jump from one minute to the next, except where its inks change', () => {
  const jumps: string[] = []
  for (const latitude of LATITUDES)
    for (const day of DAYS) {
      const skyAfter = (minute: number) =>
        heroSkyOver([latitude, 0], { at: Date.parse(day) + minute * MINUTE_MS, hour: 0 })
      for (let minute = 0; minute < 24 * 60; minute++) {
        const [now, next] = [skyAfter(minute), skyAfter(minute + 1)]
        const apart = Math.hypot(next.end.a - now.end.a, next.end.b - now.end.b)
        if (now.ink === next.ink && apart > 0.02) jumps.push(`minute ${minute} of ${day} at ${latitude}`)
      }
    }
  expect(jumps).toEqual([])
})

test.for([
  ['noon in June', BERLIN, '2026-06-21T11:00Z', 'day'],
  ['18:30 in November', BERLIN, '2026-11-24T17:30Z', 'night'],
  ['18:30 in June', BERLIN, '2026-06-21T16:30Z', 'day'],
  ['noon of the polar night', TROMSO, '2026-12-21T10:45Z', 'twilight'],
  ['midnight of the polar night', TROMSO, '2026-12-21T22:45Z', 'night'],
  ['midnight under the midnight sun', TROMSO, '2026-06-21T22:45Z', 'golden'],
] as const)('the sky is that of the sun at %s', ([, place, moment, expected]) => {
  const { start, end } = heroSkyOver(place, at(moment))
  const lightness = (start.lightness + end.lightness) / 2
  const isWarm = end.a + end.b > 0.05
  const light =
    lightness > 0.86 ? 'day' : lightness > 0.72 ? 'golden' : lightness > 0.33 ? 'twilight' : 'night'
  expect([light, light === 'golden' ? isWarm : true]).toEqual([expected, true])
})

test('over a place that is not known, the sky is that of the clock', () => {
  expect(heroSkyOver(undefined, { at: 0, hour: 12 })).toEqual(heroSkyAt(12))
  expect(heroSkyAt(12).start.lightness).toBeGreaterThan(0.85)
  expect(heroSkyAt(0).start.lightness).toBeLessThan(0.3)
})

function mix(from: Sky, to: Sky, part: number): Sky {
  const between = (a: number, b: number) => a + (b - a) * part
  return {
    lightness: between(from.lightness, to.lightness),
    a: between(from.a, to.a),
    b: between(from.b, to.b),
  }
}
