import { skyAt } from '@timezone-registry/zones/sky'
import { type DayState, dayStateAt } from '../clock/day-state.ts'
import { toCss } from '../clock/sky.ts'
import { localAt, type ZoneClock } from '../clock/zone-clock.ts'

const QUARTER_MS = 15 * 60_000
const HALF_MS = 12 * 3_600_000
const SKY_STOPS = 48

/** A stretch of time, in milliseconds since 1970. */
export type Span = { from: number; until: number }

/** A part of a band as fractions from 0 to 1. */
export type Stretch = { from: number; to: number; state: DayState }

/** Twelve hours before and after a moment. */
export function spanAround(at: number): Span {
  return { from: at - HALF_MS, until: at + HALF_MS }
}

/** Where a moment is in a span, from 0 to 1. */
export function fractionOf({ from, until }: Span, at: number): number {
  return (at - from) / (until - from)
}

/** The quarter of an hour at a fraction of a span, inside it. */
export function quarterAt({ from, until }: Span, fraction: number): number {
  const quarter = Math.round((from + fraction * (until - from)) / QUARTER_MS) * QUARTER_MS
  const [first, last] = quartersOf({ from, until })
  return Math.min(Math.max(quarter, first * QUARTER_MS), last * QUARTER_MS)
}

/** The first and the last quarter of an hour inside a span, counted from 1970. */
export function quartersOf({ from, until }: Span): [first: number, last: number] {
  return [Math.ceil(from / QUARTER_MS), Math.floor(until / QUARTER_MS)]
}

/** The quarter of an hour that contains a moment, counted from 1970. */
export function quarterNumber(at: number): number {
  return Math.floor(at / QUARTER_MS)
}

/** The start of a quarter of an hour, in milliseconds since 1970. */
export function startOfQuarter(quarter: number): number {
  return quarter * QUARTER_MS
}

/** The sky of a zone over a span, as a CSS gradient. */
export function skyGradient(clock: ZoneClock, { from, until }: Span): string {
  const colours = Array.from({ length: SKY_STOPS + 1 }, (_, stop) => {
    const { minute } = localAt(clock, from + (stop / SKY_STOPS) * (until - from))
    return toCss(skyAt(minute / 60))
  })
  return `linear-gradient(to right in oklab, ${colours.join(', ')})`
}

/** When somebody in a zone is awake, winding down and asleep over a span, to the quarter of an hour. */
export function stretchesOf(clock: ZoneClock, span: Span): Stretch[] {
  const stretches: Stretch[] = []
  const [first, last] = quartersOf(span)
  // The first quarter may have begun before the span.
  for (let quarter = first - 1; quarter <= last; quarter++) {
    const at = Math.max(quarter * QUARTER_MS, span.from)
    const state = dayStateAt(localAt(clock, at).minute)
    const to = fractionOf(span, Math.min((quarter + 1) * QUARTER_MS, span.until))
    const previous = stretches.at(-1)
    if (previous?.state === state) previous.to = to
    else if (to > fractionOf(span, at)) stretches.push({ from: fractionOf(span, at), to, state })
  }
  return stretches
}
