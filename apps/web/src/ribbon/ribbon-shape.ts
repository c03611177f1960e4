import { type AwakeHours, dayStateAt } from '@timezone-registry/zones/day-state'
import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { fractionOf, type Span } from '../clock/span.ts'
import { localAt, type ZoneClock } from '../clock/zone-clock.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const HALF_AWAKE = 15
const HALF_ASLEEP = 3.5
// In minutes before and after the moments of waking and falling asleep.
const SWELLING = [-30, 12] as const
const TAPERING = [-48, 6] as const
const DAYS = [-1, 0, 1, 2]
// At 6, the sky under a digit passes from too dark for black to too light for white.
const WRITTEN_HOURS = [0, 12, 18]
const MARGIN = 0.025

/** The height of a ribbon while awake, in the units of {@link ribbonPath}. */
export const RIBBON_HEIGHT = 2 * HALF_AWAKE

/**
 * The outline of a ribbon as the path of an SVG, from the day before a local midnight to three days after: a minute is a
 * unit wide, midnight at 0, and the middle of the ribbon at 0.
 */
export function ribbonPath({ wakes, sleeps }: AwakeHours): string {
  const bends = DAYS.flatMap((day) => [
    bend({ at: day * 24 + wakes, lasting: SWELLING, from: HALF_ASLEEP, to: HALF_AWAKE }),
    bend({
      at: day * 24 + (sleeps > wakes ? sleeps : sleeps + 24),
      lasting: TAPERING,
      from: HALF_AWAKE,
      to: HALF_ASLEEP,
    }),
  ])
  const above = bends.map((bend) => `H${bend.start}C${curve(bend, -1)}`)
  const below = bends.toReversed().map((bend) => `H${bend.end}C${curve(reverse(bend), 1)}`)
  const [start, end] = [-DAY_MINUTES, 4 * DAY_MINUTES]
  return `M${start} ${-HALF_ASLEEP}${above.join('')}H${end}V${HALF_ASLEEP}${below.join('')}H${start}Z`
}

type Bend = { start: number; end: number; from: number; to: number }
type BendOptions = { at: number; lasting: readonly [number, number]; from: number; to: number }

function bend({ at, lasting: [before, after], from, to }: BendOptions): Bend {
  return { start: at * 60 + before, end: at * 60 + after, from, to }
}

function reverse({ start, end, from, to }: Bend): Bend {
  return { start: end, end: start, from: to, to: from }
}

/** Horizontal at both ends. */
function curve({ start, end, from, to }: Bend, side: 1 | -1): string {
  const middle = (start + end) / 2
  return `${middle} ${side * from} ${middle} ${side * to} ${end} ${side * to}`
}

/** A part of a span without a clock change, as fractions of it, and the local time at its start in minutes since midnight. */
export type RibbonPart = { from: number; to: number; minute: number }

/** A span, cut where its clock changes. */
export function ribbonParts(clock: ZoneClock, span: Span): RibbonPart[] {
  const changes = clock.offsets.map(({ from }) => from).filter((at) => at > span.from && at < span.until)
  const starts = [span.from, ...changes]
  return starts.map((start, index) => ({
    from: fractionOf(span, start),
    to: fractionOf(span, starts[index + 1] ?? span.until),
    minute: localAt(clock, start).minute,
  }))
}

/** An hour written on a ribbon: where, from 0 to 1, and in which ink. */
export type WrittenHour = { at: number; hour: number; ink: 'black' | 'white' }

/** The hours on a ribbon while it is thick, but for its ends and its middle, where the line rests. */
export function writtenHours(
  parts: readonly RibbonPart[],
  { from, until }: Span,
  awake: AwakeHours,
): WrittenHour[] {
  const minutes = (until - from) / MINUTE_MS
  return parts.flatMap((part) =>
    DAYS.flatMap((day) => WRITTEN_HOURS.map((hour) => ({ hour, minute: day * DAY_MINUTES + hour * 60 })))
      .map(({ hour, minute }) => ({ hour, at: part.from + (minute - part.minute) / minutes }))
      .filter(
        ({ hour, at }) =>
          at >= Math.max(part.from, MARGIN) &&
          at < Math.min(part.to, 1 - MARGIN) &&
          Math.abs(at - 0.5) > MARGIN &&
          dayStateAt(hour * 60, awake) === 'awake',
      )
      .map((written) => ({ ...written, ink: inkOn(skyAt(written.hour)) })),
  )
}
