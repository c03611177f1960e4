import { contrastOf } from '@timezone-registry/zones/contrast'
import { RIBBON_HEIGHT, ribbonPath } from '@timezone-registry/zones/ribbon-path'
import { skyAt } from '@timezone-registry/zones/sky'
import { describe, expect, test } from 'vitest'
import { type Availability, daysOf } from '../clock/days.ts'
import { type Span, spanAround } from '../clock/span.ts'
import { localAt, type ZoneClock, zoneClock } from '../clock/zone-clock.ts'
import { rangesIn, ribbonParts, writtenHours } from './ribbon.tsx'

const NIGHT_SHIFT = hours('18:00', '10:00')
const DAY_MS = 24 * 3_600_000
// On a phone 320 pixels wide, digits cover the sky of this many minutes on either side.
const DIGIT_MINUTES = 35
const INKS = { black: { lightness: 0, a: 0, b: 0 }, white: { lightness: 1, a: 0, b: 0 } }

function hours(from: string, to: string): Availability {
  return { weekly: [{ days: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], from, to }] }
}

/** The path of the first part of somebody's ribbon in a zone. */
function pathIn(timezone: string, span: Span, said?: Availability) {
  const clock = zoneClock(timezone, span) as ZoneClock
  const [part] = ribbonParts(clock, span)
  return part ? ribbonPath(rangesIn(part, span, daysOf(clock, span, said).awake)) : ''
}

function clockAround(timezone: string, now: string) {
  const span = spanAround(Date.parse(now))
  return { span, clock: zoneClock(timezone, span) as ZoneClock }
}

describe('a ribbon', () => {
  test.for([
    ['America/New_York', '2026-11-01T06:07Z'],
    ['Europe/Berlin', '2026-03-29T01:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:31:30Z'],
    ['Asia/Kathmandu', '2026-06-15T12:14:59Z'],
  ] as const)(
    'of %s around %s has no gap, and the sky of the clock there at every point',
    ([timezone, now]) => {
      const { span, clock } = clockAround(timezone, now)
      const parts = ribbonParts(clock, span)
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([0, 1])
      for (const [index, { from, to, minute }] of parts.entries()) {
        if (index > 0) expect(from).toBe(parts[index - 1]?.to)
        const middle = Math.round(span.from + ((from + to) / 2) * (span.until - span.from))
        const passed = Math.floor((to - from) * 12 * 60)
        const drawn = (minute + passed) % (24 * 60)
        expect(Math.abs(drawn - localAt(clock, middle).minute)).toBeLessThanOrEqual(1)
      }
    },
  )

  test.for([
    [undefined, 7, 23],
    [hours('07:00', '23:00'), 7, 23],
    [NIGHT_SHIFT, 18, 34],
    [hours('09:00', '10:00'), 9, 10],
  ] as const)('of %j is a thread while asleep, and thick while awake', ([said, wakes, sleeps]) => {
    const from = Date.parse('2026-06-15T00:00Z')
    const path = pathIn('UTC', { from, until: from + DAY_MS }, said)
    const heightAt = (hour: number) => thicknessAt(path, hour * 60)
    for (let hour = wakes + 0.2; hour <= sleeps - 0.8; hour += 0.25)
      expect(heightAt(hour)).toBeCloseTo(RIBBON_HEIGHT)
    for (let hour = sleeps + 0.5; hour <= wakes + 23.5; hour += 0.25) expect(heightAt(hour)).toBeCloseTo(7)
    expect(heightAt(sleeps - 0.35)).toBeGreaterThan(7)
    expect(heightAt(sleeps - 0.35)).toBeLessThan(RIBBON_HEIGHT)
  })

  test('is a thread in a week without hours, and has room for short hours and breaks', () => {
    const from = Date.parse('2026-06-15T00:00Z')
    const span = { from, until: from + DAY_MS }
    expect(thicknessAt(pathIn('UTC', span, { weekly: [] }), 12 * 60)).toBe(7)
    const ticks = Array.from({ length: 12 }, (_, index) => `${index + 10}`)
    const path = pathIn('UTC', span, {
      weekly: ticks.flatMap((hour) => hours(`${hour}:00`, `${hour}:30`).weekly ?? []),
    })
    const edges = [...path.slice(0, path.indexOf('V')).matchAll(/H(\S+?)C.*? (\S+) \S+(?=H)/g)]
    const places = edges.flatMap(([, start, end]) => [Number(start), Number(end)])
    expect(places.length).toBeGreaterThan(24)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('keeps the hours of somebody whose clock changes on that day', () => {
    const from = Date.parse('2026-03-29T00:30Z')
    const span = { from, until: from + DAY_MS }
    const clock = zoneClock('Europe/Berlin', span) as ZoneClock
    const parts = ribbonParts(clock, span)
    const { awake } = daysOf(clock, span, hours('09:00', '17:00'))
    const starts = parts.map((part) => rangesIn(part, span, awake).map(([start]) => start))
    // Nine o'clock is an hour of real time sooner than the first part's own clock would say.
    expect(starts.map((ranges) => ranges.map((start) => (start + 1440) % 1440))).toEqual([
      expect.arrayContaining([8 * 60]),
      expect.arrayContaining([9 * 60]),
    ])
  })
})

describe('the digits on a ribbon', () => {
  test('have a contrast of at least 4.5:1 over all of the sky that they cover, at every minute', () => {
    const day = Date.parse('2026-06-15T00:00Z')
    const seen = new Set<number>()
    for (let minute = 0; minute < 24 * 60; minute++)
      for (const said of [undefined, NIGHT_SHIFT]) {
        const span = spanAround(day + minute * 60_000)
        const clock = { timezone: 'UTC', offsets: [] }
        const { awake } = daysOf(clock, span, said)
        for (const { at, hour, ink } of writtenHours(ribbonParts(clock, span), span, awake)) {
          seen.add(hour)
          const there = localAt(clock, Math.round(span.from + at * (span.until - span.from))).minute
          expect(there % (24 * 60)).toBe(hour * 60)
          for (const aside of [-DIGIT_MINUTES, 0, DIGIT_MINUTES]) {
            const sky = skyAt(((((there + aside) / 60) % 24) + 24) % 24)
            expect(contrastOf(INKS[ink], sky), `${hour} ${aside}`).toBeGreaterThanOrEqual(4.5)
          }
        }
      }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([0, 12, 18])
  })

  test('are written only while awake, and neither at the ends nor where the line rests', () => {
    const { span, clock } = clockAround('UTC', '2026-06-15T12:00Z')
    const written = writtenHours(ribbonParts(clock, span), span, daysOf(clock, span).awake)
    expect(written.map(({ hour, at }) => [hour, at])).toEqual([[18, 0.75]])
  })
})

/** The height of a path at a point of its width, both edges drawn by lines and curves that are level at their ends. */
function thicknessAt(path: string, x: number): number {
  const above = path.slice(0, path.indexOf('V'))
  let [at, y] = [Number.NEGATIVE_INFINITY, 0]
  for (const [, command, numbers = ''] of above.matchAll(/([MHC])([^MHC]*)/g)) {
    const values = numbers.trim().split(' ').map(Number)
    const end = command === 'M' ? [values[0], values[1]] : command === 'H' ? [values[0], y] : values.slice(4)
    const [toX = 0, toY = 0] = end
    if (x >= at && x < toX) {
      const part = (x - at) / (toX - at)
      return Math.abs(y + (toY - y) * part) * 2
    }
    ;[at, y] = [toX, toY]
  }
  throw new Error(`The path does not reach ${x}`)
}
