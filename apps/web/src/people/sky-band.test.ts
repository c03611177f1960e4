import { describe, expect, test } from 'vitest'
import { dayStateAt } from '../clock/day-state.ts'
import { zoneClock } from '../clock/zone-clock.ts'
import { fractionOf, quarterAt, type Span, spanAround, stretchesOf } from './sky-band.ts'

const at = (text: string) => Date.parse(text)

function stretches(timezone: string, span: Span) {
  const clock = zoneClock(timezone, span)
  if (clock === undefined) throw new Error(`No clock for ${timezone}`)
  return stretchesOf(clock, span)
}

describe('a band', () => {
  test('shows odd offsets exactly: Kathmandu wakes at 1:15 UTC', () => {
    const span = spanAround(at('2026-06-15T12:00Z'))
    expect(stretches('Asia/Kathmandu', span).filter(({ state }) => state === 'awake')).toEqual([
      { from: 1.25 / 24, to: 16.25 / 24, state: 'awake' },
    ])
  })

  test.for([
    ['America/New_York', '2026-11-01T06:07Z'],
    ['Europe/Berlin', '2026-03-29T01:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:31:30Z'],
    ['Asia/Kathmandu', '2026-06-15T12:14:59Z'],
  ] as const)('of %s around %s has no gap and agrees with the clock there', ([timezone, now]) => {
    const span = spanAround(at(now))
    const band = stretches(timezone, span)
    expect([band[0]?.from, band.at(-1)?.to]).toEqual([0, 1])
    for (const [index, { from, to, state }] of band.entries()) {
      if (index > 0) expect(from).toBe(band[index - 1]?.to)
      const middle = span.from + ((from + to) / 2) * (span.until - span.from)
      const there = Temporal.Instant.fromEpochMilliseconds(Math.round(middle)).toZonedDateTimeISO(timezone)
      expect(dayStateAt(there.hour * 60 + there.minute)).toBe(state)
    }
  })
})

test('a place on the band is the nearest quarter of an hour inside it', () => {
  const span = spanAround(at('2026-06-15T12:07Z'))
  expect(quarterAt(span, 0.5)).toBe(at('2026-06-15T12:00Z'))
  expect(quarterAt(span, -3)).toBe(at('2026-06-15T00:15Z'))
  expect(quarterAt(span, 1)).toBe(at('2026-06-16T00:00Z'))
  expect(fractionOf(span, at('2026-06-15T18:07Z'))).toBe(0.75)
})
