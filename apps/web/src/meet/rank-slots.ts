import { dayStateAt } from '@timezone-registry/zones/day-state'
import { type Availability, type Days, daysOf, hasHours } from '../clock/days.ts'
import type { Span } from '../clock/span.ts'
import { localAt, type ZoneClock } from '../clock/zone-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Proposals lie within this many days. */
export const HORIZON_DAYS = 14
const HORIZON_MS = HORIZON_DAYS * 24 * HOUR_MS
// Every current offset is a multiple of this, so one sample stands for a whole step.
const SAMPLE_MINUTES = 15
const SAMPLE_MS = SAMPLE_MINUTES * MINUTE_MS
const SLOT_MINUTES = 30

/** Somebody to meet. `weekend` has ISO weekdays: 1 is Monday. It counts only if they have not said their hours. */
export type Attendee = {
  id: string
  name: string
  clock: ZoneClock
  weekend: readonly number[]
  said?: Availability | undefined
}

/** Why a meeting is hard on somebody: they would be up late, awake at night, or up early, or it leaves the hours they have said. */
export type Hardship = 'late' | 'night' | 'early' | 'outside'

/** Somebody who would be asleep or away during a meeting. `minute` is the local time at which it starts. */
type Hurt = { id: string; name: string; kind: Hardship; minute: number }

/** A possible meeting: when it starts, in milliseconds since 1970, and on whom it is hard. */
export type Slot = {
  start: number
  cost: number
  hurt: Hurt[]
  onWeekend: string[]
  /** True if for some of the others, it suits only what people usually do. */
  isLikely: boolean
}

type Plan = { now: number; minutes: number; count: number }

/**
 * The best meetings of `minutes` in the next 14 days, best first, at most one for each day of the first attendee, who
 * sees it begin at a full or half hour. Sleep and the hours that people have said matter most, then the weekend and the
 * comfort of the hour. None has begun before `now`.
 */
export function rankSlots(people: readonly Attendee[], { now, minutes, count }: Plan): Slot[] {
  const [reader] = people
  if (reader === undefined) return []
  const until = now + HORIZON_MS + minutes * MINUTE_MS
  const attendees = people.map(
    (one): Invited => ({ ...one, days: daysOf(one.clock, { from: now, until }, one.said) }),
  )
  const samples = sampleCosts(attendees, { now, minutes })
  const bestOfDay = new Map<number, { start: number; cost: number }>()
  for (let start = firstStart(reader, now); start < now + HORIZON_MS; start += SAMPLE_MS) {
    const local = localAt(reader.clock, start)
    if (local.minute % SLOT_MINUTES !== 0) continue
    const cost = samples.costOf(start)
    const best = bestOfDay.get(local.day)
    if (best === undefined || cost < best.cost) bestOfDay.set(local.day, { start, cost })
  }
  return [...bestOfDay.values()]
    .toSorted((a, b) => a.cost - b.cost || a.start - b.start)
    .slice(0, count)
    .map(({ start, cost }) => ({ cost, ...describeSlot(attendees, { start, minutes }) }))
}

type Invited = Attendee & { days: Days }

/** On whom a meeting is hard. */
function describeSlot(
  attendees: readonly Invited[],
  { start, minutes }: { start: number; minutes: number },
): Omit<Slot, 'cost'> {
  const hurt = attendees.flatMap(({ id, name, clock, days }): Hurt[] => {
    const kind = hardshipOf(days, { from: start, until: start + minutes * MINUTE_MS })
    return kind === undefined ? [] : [{ id, name, kind, minute: localAt(clock, start).minute }]
  })
  const guessed = attendees.filter(({ said }) => !hasHours(said))
  const onWeekend = guessed.filter(({ clock, weekend }) => isWeekend(localAt(clock, start).day, weekend))
  return {
    start,
    hurt,
    onWeekend: onWeekend.map(({ id }) => id),
    isLikely: guessed.some(({ id }) => !hurt.some((person) => person.id === id)),
  }
}

function firstStart(reader: Attendee, now: number): number {
  const first = Math.ceil(now / SAMPLE_MS) * SAMPLE_MS
  return localAt(reader.clock, first).minute % SLOT_MINUTES === 0 ? first : first + SAMPLE_MS
}

function sampleCosts(attendees: readonly Invited[], { now, minutes }: { now: number; minutes: number }) {
  const first = Math.floor(now / SAMPLE_MS)
  const perSlot = minutes / SAMPLE_MINUTES
  const length = HORIZON_MS / SAMPLE_MS + perSlot + 2
  // People with the same clock and hours share their samples.
  const rows = Map.groupBy(attendees, ({ clock, weekend, said }) =>
    JSON.stringify([clock.timezone, weekend, said?.weekly]),
  )
  const shared = [...rows.values()].flatMap(([attendee, ...same]) =>
    attendee === undefined ? [] : [{ weight: same.length + 1, costs: costsOf(attendee, { first, length }) }],
  )
  return {
    costOf(start: number): number {
      const from = start / SAMPLE_MS - first
      let total = 0
      for (const { weight, costs } of shared) {
        let worst = 0
        for (let index = from; index < from + perSlot; index++) worst = Math.max(worst, costs[index] ?? 0)
        total += worst * weight
      }
      return total
    },
  }
}

function costsOf({ clock, weekend, days }: Invited, { first, length }: { first: number; length: number }) {
  let passed = 0
  return Float64Array.from({ length }, (_, index) => {
    const at = (first + index) * SAMPLE_MS
    const { day, minute } = localAt(clock, at)
    while ((days.awake[passed]?.until ?? at + 1) <= at) passed += 1
    const span = days.awake[passed]
    const isAwake = span !== undefined && span.from <= at && span.until >= at + SAMPLE_MS
    if (hasHours(days.said)) return isAwake ? 0 : SLEEP_COST + costAt(minute)
    return costAt(minute) + (isWeekend(day, weekend) ? WEEKEND_COST : 0)
  })
}

const WEEKEND_COST = 3
// More than the comfort of all attendees together.
const SLEEP_COST = 1000
const HOUR_COSTS = [1.3, 1.6, 2, 2.2, 2, 1.6, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 4, 1]

/** How bad a time of day is: by hour, and a thousand times as much for the hours of sleep. */
function costAt(minute: number): number {
  const cost = HOUR_COSTS[Math.floor(minute / 60)] ?? 0
  return dayStateAt(minute) === 'asleep' ? cost * SLEEP_COST : cost
}

/** Why a meeting is hard on somebody at the first moment at which it is; undefined if it is not. */
function hardshipOf({ clock, said, awake }: Days, { from, until }: Span): Hardship | undefined {
  const day = awake.find((span) => span.from <= from && from < span.until)
  if (day !== undefined && day.until >= until) return undefined
  if (hasHours(said)) return 'outside'
  const hour = localAt(clock, day?.until ?? from).minute / 60
  if (hour >= 3 && hour < 5) return 'night'
  return hour >= 5 && hour < 7 ? 'early' : 'late'
}

/** 1970-01-01 was a Thursday. */
function isWeekend(day: number, weekend: readonly number[]): boolean {
  return weekend.includes(((((day + 3) % 7) + 7) % 7) + 1)
}
