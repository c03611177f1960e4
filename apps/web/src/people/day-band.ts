import { inZone } from '../clock/zone-time.ts'

/** How good an hour is to meet somebody: his working day, when he is up, or the night. */
export type Quality = 'good' | 'okay' | 'night'

/** A stretch of the day, as parts of it from 0 to 1, in which somebody's hours are equally good. */
export type Stretch = { from: number; to: number; quality: Quality }

/** The steps in which a moment is chosen. A quarter of an hour: there are zones at :45. */
const STEP_MINUTES = 15

/** A day of the reader: 23, 24 or 25 hours, in steps. */
export type Day = { date: Temporal.PlainDate; start: Temporal.Instant; steps: number }

/** The day in the reader's zone; a clock change makes it an hour shorter or longer (or half of one, on Lord Howe). */
export function dayIn(timezone: string, date: Temporal.PlainDate): Day {
  const start = date.toZonedDateTime(timezone)
  const end = date.add({ days: 1 }).toZonedDateTime(timezone)
  return { date, start: start.toInstant(), steps: start.until(end).total('minutes') / STEP_MINUTES }
}

export function momentAt({ start }: Day, step: number): Temporal.Instant {
  return start.add({ minutes: step * STEP_MINUTES })
}

/** The step that a moment falls into, within the day. */
export function stepOf({ start, steps }: Day, at: Temporal.Instant): number {
  const step = Math.floor(start.until(at).total('minutes') / STEP_MINUTES)
  return Math.min(Math.max(step, 0), steps - 1)
}

/** Good from 9 to 17, okay from 7 to 22, by somebody's own clock. */
export function qualityAt(timezone: string, at: Temporal.Instant): Quality {
  const hour = inZone(timezone, at)?.hour ?? 0
  if (hour >= 9 && hour < 17) return 'good'
  return hour >= 7 && hour < 22 ? 'okay' : 'night'
}

/** Somebody's hours along the reader's day. */
export function stretchesOf(timezone: string, day: Day): Stretch[] {
  const stretches: Stretch[] = []
  for (let step = 0; step < day.steps; step++) {
    const quality = qualityAt(timezone, momentAt(day, step))
    const last = stretches.at(-1)
    const to = (step + 1) / day.steps
    if (last?.quality === quality) last.to = to
    else stretches.push({ from: step / day.steps, to, quality })
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

/** The first step after `after`, going round the day, that is good for all; undefined when there is none. */
export function nextGoodStep(timezones: readonly string[], day: Day, after: number): number | undefined {
  for (let distance = 1; distance <= day.steps; distance++) {
    const step = (after + distance) % day.steps
    if (timezones.every((timezone) => qualityAt(timezone, momentAt(day, step)) === 'good')) return step
  }
  return undefined
}
