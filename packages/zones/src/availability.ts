import type { ZoneOffsets } from './zone-times.ts'

/** The days of a week, in order. */
export const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const

/**
 * A range of wall time on each of the days: `HH:MM`, `to` also `24:00`. A `to` that is not after `from` is on the next
 * day, so equal ones are 24 hours.
 */
export type WeeklyHours = { days: (typeof WEEKDAYS)[number][]; from: string; to: string }

/** Whether somebody is available, and when that changes; undefined if it does not within eight days. */
export type Availability = { state: 'available' | 'away'; until: Date | undefined }

/** A stretch of time, in the unit of its context. */
export type Range = [start: number, end: number]

// As in the contract.
/** The maximum number of entries in a week. */
export const MAX_ENTRIES = 14
const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES
const DAY = DAY_MINUTES * 60_000
const MAX_DAYS = 8
// A range begins at most a day before a period, and a zone may skip a day.
const DAYS_BEFORE = 2
const DAYS_AFTER = 1
// 1970 began on a Thursday.
const FIRST_WEEKDAY = 3

/**
 * The same week without overlapping and touching ranges. One of more than 24 hours is cut at midnight. As it was, if days
 * differ so much that this takes more than 14 entries.
 */
export function mergeWeek(weekly: WeeklyHours[]): WeeklyHours[] {
  const ranges = weekly.flatMap(({ days, ...hours }) => {
    const range = toRange(hours)
    return days.map((day) => move(range, WEEKDAYS.indexOf(day) * DAY_MINUTES))
  })
  // With the weeks before and after it, because a range may continue in the next week.
  const merged = unite(
    [-WEEK_MINUTES, 0, WEEK_MINUTES].flatMap((weeks) => ranges.map((range) => move(range, weeks))),
  )
  const pieces = merged.flatMap(cutAtMidnight).filter(([start]) => start >= 0 && start < WEEK_MINUTES)
  const byHours = Map.groupBy(pieces, ([start, end]) =>
    [start % DAY_MINUTES, end % DAY_MINUTES || DAY_MINUTES].map(toClock).join(' '),
  )
  if (byHours.size > MAX_ENTRIES) return weekly
  return [...byHours].map(([hours, pieces]) => {
    const [from = '', to = ''] = hours.split(' ')
    const isOn = (day: number) => pieces.some(([start]) => Math.floor(start / DAY_MINUTES) === day)
    return { days: WEEKDAYS.filter((_, day) => isOn(day)), from, to }
  })
}

/** The period around a moment whose offsets `findAvailability` needs. */
export function periodAround(at: Date): { from: Date; until: Date } {
  // Dates differ by a day between zones, and where a zone skips or repeats one.
  return {
    from: new Date(at.getTime() - (DAYS_BEFORE + 2) * DAY),
    until: new Date(at.getTime() + (MAX_DAYS + DAYS_AFTER + 3) * DAY),
  }
}

/**
 * Whether somebody with these hours is available at a moment, in a zone with these offsets. Where a clock change skips or
 * repeats the start or the end of a range, it is resolved as Temporal's `compatible`.
 */
export function findAvailability(
  weekly: readonly WeeklyHours[],
  offsets: ZoneOffsets,
  at: Date,
): Availability {
  const now = at.getTime()
  const end = now + MAX_DAYS * DAY
  const changes = availableRanges(weekly, offsets, [now, end]).flat()
  const next = changes.findIndex((change) => change > now)
  const until = changes[next]
  return {
    state: next % 2 === 1 ? 'available' : 'away',
    until: until !== undefined && until <= end ? new Date(until) : undefined,
  }
}

/**
 * When somebody with these hours is available in a period, sorted, and whole where they reach beyond it; there may be
 * some from the days before and after it. In milliseconds since 1970, resolved as above.
 */
export function availableRanges(
  weekly: readonly WeeklyHours[],
  offsets: ZoneOffsets,
  [from, until]: Range,
): Range[] {
  const dayOf = (at: number) => Math.floor((at + offsetAt(offsets, at)) / DAY)
  const [first, last] = [dayOf(from) - DAYS_BEFORE, dayOf(until) + DAYS_AFTER]
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const ranges = weekly.flatMap((hours) => {
    const range = toRange(hours).map((minutes) => minutes * 60_000) as Range
    return days
      .filter((day) => hours.days.some((name) => WEEKDAYS.indexOf(name) === weekdayOf(day)))
      .map((day) => move(range, day * DAY).map((wall) => toInstant(offsets, wall)) as Range)
  })
  // A clock change may skip a range, or put its end before its start.
  return unite(ranges.filter(([start, end]) => start < end))
}

function weekdayOf(daysSince1970: number): number {
  return (((daysSince1970 + FIRST_WEEKDAY) % 7) + 7) % 7
}

function offsetAt({ utc_offset_seconds, transitions }: ZoneOffsets, at: number): number {
  const last = transitions.findLast((transition) => Date.parse(transition.at) <= at)
  return (last?.utc_offset_seconds ?? utc_offset_seconds) * 1000
}

/** The moment of a wall time: the first of two, and past a gap by as much as it was in it. */
function toInstant({ utc_offset_seconds, transitions }: ZoneOffsets, wall: number): number {
  let offset = utc_offset_seconds
  for (const { at, utc_offset_seconds: later } of transitions) {
    if (wall - Math.max(offset, later) * 1000 < Date.parse(at)) break
    offset = later
  }
  return wall - offset * 1000
}

/** Joins ranges that overlap or touch; sorted. */
function unite(ranges: readonly Range[]): Range[] {
  const united: Range[] = []
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = united.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else united.push([start, end])
  }
  return united
}

function cutAtMidnight([start, end]: Range): Range[] {
  if (end - start <= DAY_MINUTES) return [[start, end]]
  const midnight = (Math.floor(start / DAY_MINUTES) + 1) * DAY_MINUTES
  return [[start, midnight], ...cutAtMidnight([midnight, end])]
}

/** In minutes since the day began. */
function toRange({ from, to }: Pick<WeeklyHours, 'from' | 'to'>): Range {
  const [start, end] = [toMinutes(from), toMinutes(to)]
  return [start, end > start ? end : end + DAY_MINUTES]
}

function move([start, end]: Range, by: number): Range {
  return [start + by, end + by]
}

/** The minutes since midnight of `HH:MM`. */
export function toMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}

/** `HH:MM` of minutes since midnight. */
export function toClock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
