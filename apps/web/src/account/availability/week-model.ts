import {
  mergeWeek,
  toClock,
  toMinutes,
  WEEKDAYS,
  type WeeklyHours,
} from '@timezone-registry/zones/availability'
import { DAY_MINUTES } from '../../clock/span.ts'

/** Hours on one day, 0 being Monday. `to` is on the next day if it is not after `from`. */
export type Hours = { day: number; from: string; to: string }

/** The hours of each day, by day and time. */
export function toHours(weekly: readonly WeeklyHours[]): Hours[] {
  return weekly
    .flatMap(({ days, from, to }) => days.map((day) => ({ day: WEEKDAYS.indexOf(day), from, to })))
    .toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from))
}

/** The week as it is saved: overlapping and touching hours are one, and days with the same hours are one entry. */
export function toWeek(hours: readonly Hours[]): WeeklyHours[] {
  return mergeWeek(
    hours.map(({ day, from, to }) => ({ days: WEEKDAYS.filter((_, at) => at === day), from, to })),
  )
}

const ON_WEEKDAYS = [0, 1, 2, 3, 4]

/** Weeks to begin with. */
export const PRESETS = {
  usual: ON_WEEKDAYS.map((day): Hours => ({ day, from: '09:00', to: '17:00' })),
  evenings: WEEKDAYS.map((_, day): Hours => ({ day, from: '18:00', to: '23:00' })),
}

/** A part of a day's picture, in minutes since midnight. */
export type Piece = { start: number; end: number }

/** What is drawn on a day: its own hours until midnight, and those of the day before that continue. */
export function piecesOf(hours: readonly Hours[], day: number): Piece[] {
  return hours.flatMap((each): Piece[] => {
    const [start, end] = minutesOf(each)
    if (each.day === day) return [{ start, end: Math.min(end, DAY_MINUTES) }]
    const isBefore = (each.day + 1) % WEEKDAYS.length === day
    return isBefore && end > DAY_MINUTES ? [{ start: 0, end: end - DAY_MINUTES }] : []
  })
}

// Where no hours are usually found first.
const FREE: readonly [number, number][] = [9, 18, 7, 12, 15, 21, 5, 3, 0].map((hour) => [
  hour * 60,
  hour === 9 ? 17 * 60 : (hour + 2) * 60,
])

/** Hours that are free on a day; undefined if it is full. */
export function freeHours(hours: readonly Hours[], day: number): Hours | undefined {
  const pieces = piecesOf(hours, day)
  const free = FREE.find(([from, to]) => pieces.every(({ start, end }) => end < from || start > to))
  return free && between(day, ...free)
}

/** In minutes since the day began; the end may be on the next. */
function minutesOf({ from, to }: Hours): [start: number, end: number] {
  const [start, end] = [toMinutes(from), toMinutes(to)]
  return [start, end > start ? end : end + DAY_MINUTES]
}

function between(day: number, start: number, end: number): Hours {
  return { day, from: toClock(start), to: toClock(end > DAY_MINUTES ? end - DAY_MINUTES : end) }
}
