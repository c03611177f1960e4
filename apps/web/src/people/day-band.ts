import { type DayPart, dayPartAt, inZone } from '../clock/zone-time.ts'

/** A stretch of the day, as fractions from 0 to 1, that is one part of somebody's day. */
export type Stretch = { from: number; to: number; part: DayPart }

/** A quarter of an hour: some zones are at :45. */
const STEP_MINUTES = 15
const HORIZON_DAYS = 14

/** A day of the reader in steps: 23, 24 or 25 hours, or half an hour more or less on Lord Howe Island. */
export type Day = { date: Temporal.PlainDate; start: Temporal.Instant; steps: number }

/** The day in the reader's zone. A clock change makes it longer or shorter. */
export function dayIn(timezone: string, date: Temporal.PlainDate): Day {
  const start = date.toZonedDateTime(timezone)
  const end = date.add({ days: 1 }).toZonedDateTime(timezone)
  return { date, start: start.toInstant(), steps: start.until(end).total('minutes') / STEP_MINUTES }
}

export function momentAt({ start }: Day, step: number): Temporal.Instant {
  return start.add({ minutes: step * STEP_MINUTES })
}

/** The first quarter of an hour that is not over: what is proposed to people is never in the past. */
export function nextQuarter(at: Temporal.Instant): Temporal.Instant {
  return at.round({ smallestUnit: 'minute', roundingIncrement: STEP_MINUTES, roundingMode: 'ceil' })
}

/** The step that contains a moment, within the day. */
export function stepOf({ start, steps }: Day, at: Temporal.Instant): number {
  const step = Math.floor(start.until(at).total('minutes') / STEP_MINUTES)
  return Math.min(Math.max(step, 0), steps - 1)
}

/** The part of the day by the clock of a zone; asleep in a zone that this browser does not know. */
export function partIn(timezone: string, at: Temporal.Instant): DayPart {
  return dayPartAt(inZone(timezone, at) ?? { hour: 0 })
}

/** Somebody's parts of the day along the reader's day. */
export function stretchesOf(timezone: string, day: Day): Stretch[] {
  const stretches: Stretch[] = []
  for (let step = 0; step < day.steps; step++) {
    const part = partIn(timezone, momentAt(day, step))
    const last = stretches.at(-1)
    const to = (step + 1) / day.steps
    if (last?.part === part) last.to = to
    else stretches.push({ from: step / day.steps, to, part })
  }
  return stretches
}

/** Where along the reader's day somebody's clock shows 0, 6, 12 and 18. */
export function marksOf(timezone: string, day: Day): { at: number; hour: number }[] {
  const marks = []
  for (let step = 0; step < day.steps; step++) {
    const there = inZone(timezone, momentAt(day, step))
    if (there !== undefined && there.minute < STEP_MINUTES && there.hour % 6 === 0)
      marks.push({ at: step / day.steps, hour: there.hour })
  }
  return marks
}

/** The first quarter of an hour after a moment in which everyone is at work; undefined if none within 14 days is. */
export function nextGoodMoment(
  timezones: readonly string[],
  after: Temporal.Instant,
): Temporal.Instant | undefined {
  const step = STEP_MINUTES * 60_000
  const first = Math.floor(after.epochMilliseconds / step) + 1
  const steps = (HORIZON_DAYS * 24 * 60) / STEP_MINUTES
  for (let index = first; index <= first + steps; index++) {
    const moment = Temporal.Instant.fromEpochMilliseconds(index * step)
    if (timezones.every((timezone) => partIn(timezone, moment) === 'working')) return moment
  }
  return undefined
}
