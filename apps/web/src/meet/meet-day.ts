import { type Availability, daysOf, isAwakeAt, withLead } from '../clock/days.ts'
import { DAY_MS, QUARTER_MS } from '../clock/span.ts'
import type { ServiceClocks } from '../clock/use-service-clocks.tsx'
import { localAt, offsetAt, startOfDay, type ZoneClock, zoneClock } from '../clock/zone-clock.ts'

const QUARTERS_PER_HOUR = 4

/**
 * A day of one zone, by its number since 1970, in quarters of an hour: 92, 96 or 100, or two more or fewer on Lord Howe
 * Island.
 */
export type MeetDay = { day: number; start: number; quarters: number }

/** The day in a zone. A clock change makes it longer or shorter. */
export function dayIn(timezone: string, day: number, clocks?: ServiceClocks): MeetDay {
  const span = { from: (day - 1) * DAY_MS, until: (day + 2) * DAY_MS }
  const clock = zoneClock(timezone, span, clocks) ?? { timezone, offsets: [] }
  const start = startOfDay(clock, day)
  return { day, start, quarters: (startOfDay(clock, day + 1) - start) / QUARTER_MS }
}

/** The end of a day, in milliseconds since 1970. */
export function endOf({ start, quarters }: MeetDay): number {
  return start + quarters * QUARTER_MS
}

/** The moment at a quarter of the day, within it. */
export function momentAt({ start, quarters }: MeetDay, quarter: number): number {
  return start + Math.min(Math.max(quarter, 0), quarters - 1) * QUARTER_MS
}

/** The quarter that contains a moment, within the day. */
export function quarterOf({ start, quarters }: MeetDay, at: number): number {
  return Math.min(Math.max(Math.floor((at - start) / QUARTER_MS), 0), quarters - 1)
}

/** The moment at which a zone's clock shows on a day what it shows at `at`; the next one where the clock skips that. */
export function sameTimeOn(
  day: MeetDay,
  { at, timezone }: { at: number; timezone: string },
  clocks?: ServiceClocks,
): number {
  const span = { from: Math.min(day.start, at), until: Math.max(endOf(day), at) + 1 }
  const clock = zoneClock(timezone, span, clocks) ?? { timezone, offsets: [] }
  const { minute } = localAt(clock, at)
  const quarters = Array.from({ length: day.quarters }, (_, quarter) => momentAt(day, quarter))
  return quarters.find((quarter) => localAt(clock, quarter).minute >= minute) ?? momentAt(day, day.quarters)
}

/** The next full quarter of an hour, or this moment if it is one: nothing in the past is proposed. */
export function nextQuarter(at: number): number {
  return Math.ceil(at / QUARTER_MS) * QUARTER_MS
}

/** An hour of the day on somebody's clock. `quarters` is less than 4 at the end of a day that has no full hours. */
export type Cell = {
  start: number
  quarters: number
  /** The local time at its start, in minutes since midnight. */
  minute: number
  /** True if for most of it they are away, or likely asleep. */
  isAsleep: boolean
  /** The minutes by which the clocks go forward within this hour; 0 if they do not. */
  change: number
}

/** Somebody's hours along a day. */
export function cellsOf({ timezone, said }: Clocked, day: MeetDay, clocks?: ServiceClocks): Cell[] {
  const span = { from: day.start, until: endOf(day) }
  // Also for a clock change at midnight.
  const clock = zoneClock(timezone, withLead(span), clocks)
  if (clock === undefined) return []
  const days = daysOf(clock, span, said)
  const cells: Cell[] = []
  for (let quarter = 0; quarter < day.quarters; quarter += QUARTERS_PER_HOUR) {
    const start = momentAt(day, quarter)
    const quarters = Math.min(QUARTERS_PER_HOUR, day.quarters - quarter)
    const { minute } = localAt(clock, start)
    // Also where the clocks change exactly at the start of the hour.
    const change = offsetAt(clock, start + quarters * QUARTER_MS - 1) - offsetAt(clock, start - 1)
    const isAsleep = !isAwakeAt(days, start + (quarters * QUARTER_MS) / 2)
    cells.push({ start, quarters, minute, isAsleep, change })
  }
  return cells
}

/** A zone, and what somebody there has said about when they are available. */
type Clocked = { timezone: string; said?: Availability | undefined }

/** People whose clocks agree all day, and who have the same hours, share a row. */
export type Row<Person> = Clocked & { people: Person[] }

/** Groups people by their clocks over a day and by their hours, the westernmost first after the reader's row. */
export function groupByClock<Person extends Clocked>(
  people: readonly Person[],
  day: MeetDay,
  zoneClocks?: ServiceClocks,
): Row<Person>[] {
  const clocks = new Map<string, ZoneClock | undefined>()
  for (const { timezone } of people)
    if (!clocks.has(timezone))
      clocks.set(timezone, zoneClock(timezone, { from: day.start, until: endOf(day) }, zoneClocks))
  const grouped = Map.groupBy(people, ({ timezone, said }) =>
    JSON.stringify([clocks.get(timezone)?.offsets, said?.weekly]),
  )
  return [...grouped.values()].map((same) => ({
    timezone: same[0]?.timezone ?? 'UTC',
    said: same[0]?.said,
    people: same,
  }))
}
