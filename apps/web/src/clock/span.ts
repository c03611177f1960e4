export const MINUTE_MS = 60_000
export const QUARTER_MS = 15 * MINUTE_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const DAY_MINUTES = 24 * 60

const HALF_MS = 12 * 3_600_000

/** A stretch of time, in milliseconds since 1970. */
export type Span = { from: number; until: number }

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
