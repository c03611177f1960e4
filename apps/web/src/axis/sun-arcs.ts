import { type Coordinates, isPolarDay, noonOf, type SunEvent, sunEvents } from '@timezone-registry/zones/sun'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '../clock/span.ts'
import { offsetAt, type ZoneClock } from '../clock/zone-clock.ts'

/** From one horizon to the other: of the sun by day, of the moon by night. */
export type SunArc = { from: number; to: number; isDay: boolean }

const NIGHT_HEIGHT = 0.85

/** The arcs over a span, without a gap. From 6 to 18 of a clock whose place is unknown. */
export function sunArcs(place: Coordinates | undefined, clock: ZoneClock, span: Span): SunArc[] {
  const events = place === undefined ? usualEvents(clock, span) : sunEvents(place, span)
  const [first, last] = [events[0], events.at(-1)]
  if (place !== undefined && (first === undefined || last === undefined)) return polarArcs(place, span)
  if (first === undefined || last === undefined) return []
  const around: SunEvent[] = [
    { at: first.at - DAY_MS, isRise: !first.isRise },
    ...events,
    { at: last.at + DAY_MS, isRise: !last.isRise },
  ]
  return around
    .slice(1)
    .map(({ at }, index) => ({
      from: around[index]?.at ?? at,
      to: at,
      isDay: around[index]?.isRise ?? false,
    }))
    .filter(({ from, to }) => to > span.from && from < span.until)
}

function usualEvents(clock: ZoneClock, { from, until }: Span): SunEvent[] {
  const [first, last] = [from, until].map((at) =>
    Math.floor((at + offsetAt(clock, at) * MINUTE_MS) / DAY_MS),
  ) as [number, number]
  const events: SunEvent[] = []
  for (let day = first - 1; day <= last + 1; day++)
    for (const hour of [6, 18]) {
      const local = day * DAY_MS + hour * HOUR_MS
      events.push({ at: local - offsetAt(clock, local) * MINUTE_MS, isRise: hour === 6 })
    }
  return events
}

/** Days and nights without an end, each highest where the sun is highest or lowest. */
function polarArcs(place: Coordinates, { from, until }: Span): SunArc[] {
  const arcs: SunArc[] = []
  for (let day = Math.floor(from / DAY_MS) - 1; day <= Math.floor(until / DAY_MS) + 1; day++) {
    const [, longitude] = place
    const middle = noonOf(longitude, day) + (isPolarDay(place, from) ? 0 : DAY_MS / 2)
    arcs.push({ from: middle - DAY_MS / 2, to: middle + DAY_MS / 2, isDay: isPolarDay(place, from) })
  }
  return arcs
}

/** Where the sun or the moon is on its arc: from 0 on the horizon to 1. */
export function heightAt(arcs: readonly SunArc[], at: number): { height: number; isDay: boolean } {
  const arc = arcs.find(({ from, to }) => from <= at && at < to) ?? arcs.at(-1)
  if (arc === undefined) return { height: 0, isDay: true }
  const way = Math.min(Math.max((at - arc.from) / (arc.to - arc.from), 0), 1)
  return { height: Math.sin(way * Math.PI) * (arc.isDay ? 1 : NIGHT_HEIGHT), isDay: arc.isDay }
}

const RADIUS = 16

/**
 * The lit part of the moon as the path of an SVG, by its phase: 0 if it is new, 0.5 if it is full. Never nothing, so that
 * the new moon is seen as a line.
 */
export function moonPath(phase: number, { isSouth }: { isSouth: boolean }): string {
  const isWaxing = phase < 0.5
  // North of the equator, it waxes from the right.
  const isRight = isWaxing !== isSouth
  const lit = Math.min(Math.max(phase, 0.04), 0.96)
  const bulge = Math.cos(lit * 2 * Math.PI)
  const edge = isRight ? 1 : 0
  const shadow = bulge > 0 === isRight ? 0 : 1
  const width = (Math.abs(bulge) * RADIUS).toFixed(1)
  return `M0 ${-RADIUS}A${RADIUS} ${RADIUS} 0 0 ${edge} 0 ${RADIUS}A${width} ${RADIUS} 0 0 ${shadow} 0 ${-RADIUS}Z`
}
