import { RIBBON_HEIGHT, ribbonPath } from '@timezone-registry/zones/ribbon-path'
import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { memo } from 'react'
import { DAY_MINUTES, fractionOf, HOUR_MS, MINUTE_MS, type Span } from '../clock/span.ts'
import { localAt, type ZoneClock } from '../clock/zone-clock.ts'
import { useTimes } from '../texts/use-text.tsx'
import './ribbon.css'

const OUTLINE = 1

type RibbonProps = { clock: ZoneClock; span: Span; awake: readonly Span[] }

/**
 * A span of time as a ribbon of its own sky, at the clock of a zone: thick while somebody is awake or available, a thread
 * while they are not. Left to right in every language, as the axis is. Its colours are those of `RibbonSky`.
 */
export const Ribbon = memo(function Ribbon({ clock, span, awake }: RibbonProps) {
  const times = useTimes()
  const parts = ribbonParts(clock, span)
  const minutes = (span.until - span.from) / MINUTE_MS
  return (
    <svg className="ribbon" direction="ltr" aria-hidden="true">
      {parts.map((part) => (
        <svg
          key={part.from}
          x={`${part.from * 100}%`}
          width={`${(part.to - part.from) * 100}%`}
          viewBox={`${part.minute} ${-RIBBON_HEIGHT / 2 - OUTLINE} ${(part.to - part.from) * minutes} ${RIBBON_HEIGHT + 2 * OUTLINE}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={ribbonPath(rangesIn(part, span, awake))} />
        </svg>
      ))}
      {writtenHours(parts, span, awake).map(({ at, hour, ink }) => (
        <text key={at} data-at={at} x={`${at * 100}%`} y="50%" fill={ink}>
          {times.hour(hour * HOUR_MS)}
        </text>
      ))}
    </svg>
  )
})

const DAYS = [-1, 0, 1, 2]
// A digit needs the thickness until the ribbon tapers.
const WRITTEN_BEFORE_END_MS = 60 * MINUTE_MS
// At 6, the sky under a digit passes from too dark for black to too light for white.
const WRITTEN_HOURS = [0, 12, 18]

/** How far an hour is from the ends of its ribbon and from the line, as a fraction of the ribbon. */
export const HOUR_MARGIN = 0.025

/** A part of a span without a clock change, as fractions of it, and the local time at its start in minutes since midnight. */
type RibbonPart = { from: number; to: number; minute: number }

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

/** The ranges of {@link ribbonPath} in a part of a span, from when somebody is awake. */
export function rangesIn({ from, minute }: RibbonPart, span: Span, awake: readonly Span[]) {
  const start = span.from + from * (span.until - span.from)
  const minuteOf = (at: number) => minute + (at - start) / MINUTE_MS
  return awake.map(({ from, until }) => [minuteOf(from), minuteOf(until)] as const)
}

/** An hour written on a ribbon: where, from 0 to 1, and in which ink. */
type WrittenHour = { at: number; hour: number; ink: 'black' | 'white' }

/** The hours on a ribbon while it is thick, but for its ends and its middle, where the line rests. */
export function writtenHours(
  parts: readonly RibbonPart[],
  { from, until }: Span,
  awake: readonly Span[],
): WrittenHour[] {
  const minutes = (until - from) / MINUTE_MS
  const isThick = (at: number) =>
    awake.some((day) => day.from <= at && at < day.until - WRITTEN_BEFORE_END_MS)
  return parts.flatMap((part) =>
    DAYS.flatMap((day) => WRITTEN_HOURS.map((hour) => ({ hour, minute: day * DAY_MINUTES + hour * 60 })))
      .map(({ hour, minute }) => ({ hour, at: part.from + (minute - part.minute) / minutes }))
      .filter(
        ({ at }) =>
          at >= Math.max(part.from, HOUR_MARGIN) &&
          at < Math.min(part.to, 1 - HOUR_MARGIN) &&
          Math.abs(at - 0.5) > HOUR_MARGIN &&
          isThick(Math.round(from + at * (until - from))),
      )
      .map((written) => ({ ...written, ink: inkOn(skyAt(written.hour)) })),
  )
}
