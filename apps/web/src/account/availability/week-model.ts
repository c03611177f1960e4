import {
  mergeWeek,
  toClock,
  toMinutes,
  WEEKDAYS,
  type WeeklyHours,
} from '@timezone-registry/zones/availability'

/** The minutes of a day. */
export const DAY_MINUTES = 24 * 60
/** Times are set in steps of this many minutes. */
const STEP_MINUTES = 30
const TAP_MINUTES = 60

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

/** Without overlapping and touching hours. */
export function mergeHours(hours: readonly Hours[]): Hours[] {
  return toHours(toWeek(hours))
}

const ON_WEEKDAYS = [0, 1, 2, 3, 4]

/** Weeks to begin with. */
export const PRESETS = {
  usual: ON_WEEKDAYS.map((day): Hours => ({ day, from: '09:00', to: '17:00' })),
  evenings: WEEKDAYS.map((_, day): Hours => ({ day, from: '18:00', to: '23:00' })),
}

/** A part of a day's picture, in minutes since midnight. `index` is of the hours that begin on this day. */
export type Piece = { start: number; end: number; index: number | undefined }

/** What is drawn on a day: its own hours until midnight, and those of the day before that continue. */
export function piecesOf(hours: readonly Hours[], day: number): Piece[] {
  return hours.flatMap((each, index): Piece[] => {
    const [start, end] = minutesOf(each)
    if (each.day === day) return [{ start, end: Math.min(end, DAY_MINUTES), index }]
    const isBefore = (each.day + 1) % WEEKDAYS.length === day
    return isBefore && end > DAY_MINUTES ? [{ start: 0, end: end - DAY_MINUTES, index: undefined }] : []
  })
}

/** What a pointer has taken hold of at a minute: nothing yet, an end of some hours, or all of them. */
export type Grip = { day: number; at: number; index: number; part: 'new' | 'from' | 'to' | 'all' }

/** What is at a minute of a day. The ends of hours reach this many minutes to either side. */
export function gripAt(
  hours: readonly Hours[],
  { day, at }: { day: number; at: number },
  reach: number,
): Grip {
  const own = piecesOf(hours, day).filter((piece) => piece.index !== undefined)
  const near = own.find(({ start, end }) => at >= start - reach && at <= end + reach)
  if (near === undefined) return { day, at, index: hours.length, part: 'new' }
  const { start, end, index = 0 } = near
  const [toStart, toEnd] = [Math.abs(at - start), Math.abs(at - end)]
  const part = Math.min(toStart, toEnd) > reach ? 'all' : toStart < toEnd ? 'from' : 'to'
  return { day, at, index, part }
}

/** The hours after dragging a grip to a minute of its day. */
export function drag(hours: readonly Hours[], grip: Grip, minute: number): Hours[] {
  const dragged = draggedHours(hours[grip.index], grip, minute)
  return [...hours.slice(0, grip.index), dragged, ...hours.slice(grip.index + 1)]
}

function draggedHours(hours: Hours | undefined, { day, at, part }: Grip, minute: number): Hours {
  if (hours === undefined) {
    const [start, end] = [Math.min(at, minute), Math.max(at, minute)]
    const from = within(Math.floor(start / STEP_MINUTES) * STEP_MINUTES, [0, DAY_MINUTES - TAP_MINUTES])
    return between(day, from, within(snap(end), [from + TAP_MINUTES, DAY_MINUTES]))
  }
  const [start, end] = minutesOf(hours)
  const by = snap(minute - at)
  if (part === 'from')
    return between(day, within(start + by, [0, Math.min(end, DAY_MINUTES) - STEP_MINUTES]), end)
  // Hours into the next day are cut here, where their drawn end is.
  if (part === 'to')
    return between(day, start, within(Math.min(end, DAY_MINUTES) + by, [start + STEP_MINUTES, DAY_MINUTES]))
  const from = within(start + by, [0, Math.max(DAY_MINUTES - (end - start), start)])
  return between(day, from, from + end - start)
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

function snap(minutes: number): number {
  return Math.round(minutes / STEP_MINUTES) * STEP_MINUTES
}

function within(minutes: number, [least, most]: [number, number]): number {
  return Math.min(Math.max(minutes, least), most)
}
