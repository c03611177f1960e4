import { dayStateAt } from '@timezone-registry/zones/day-state'
import { type Availability, type Days, daysOf, hasHours } from '../clock/days.ts'
import { DAY_MINUTES, HOUR_MS, MINUTE_MS, type Span } from '../clock/span.ts'
import { localAt, type ZoneClock } from '../clock/zone-clock.ts'

/** Proposals lie within this many days. */
export const HORIZON_DAYS = 14
const HORIZON_MS = HORIZON_DAYS * 24 * HOUR_MS
// Every current offset is a multiple of this, so one sample stands for a whole step.
const SAMPLE_MINUTES = 15
const SAMPLE_MS = SAMPLE_MINUTES * MINUTE_MS
const SLOT_MINUTES = 30
const MAX_TIMES = 4
const MAX_DAYS = 5
const MIN_APART_MINUTES = 60

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

/** Somebody at the local time at which a meeting starts, in minutes since midnight. */
type Hurt = { id: string; name: string; kind: Hardship; minute: number }

/** Whom a meeting suits. */
export type Fit = {
  /** Who would be asleep or away. */
  hurt: Hurt[]
  /** Who would be awake at an hour that few like. */
  tired: { id: string; minute: number }[]
  onWeekend: string[]
  /** True if for some of the others, it suits only what people usually do. */
  isLikely: boolean
}

/** A time of day to meet at. */
export type TimeOfDay = Fit & {
  /** In minutes since midnight. */
  minute: number
  /** When it begins on each of the first days on which it suits the same people, in milliseconds since 1970. */
  starts: [number, ...number[]]
  /** For whom it is more comfortable than the best time. */
  kinderTo: string[]
}

/** `clock` is that of the reader: times of day are theirs. */
type Plan = { clock: ZoneClock; now: number; minutes: number }

/**
 * The best times of day for meetings of `minutes` in the next 14 days, the best first, each at a full or half hour, at
 * least an hour apart. Sleep and the hours that people have said matter most, then the weekend and the comfort of the hour.
 * No meeting has begun before `now`. `goodDays`, counted from 1970, have a time that is hard on nobody.
 */
export function rankTimes(people: readonly Attendee[], { clock, now, minutes }: Plan) {
  const invited = invite(people, { now, minutes })
  const perSlot = minutes / SAMPLE_MINUTES
  const costFor = ({ costs }: Invited, start: number) => {
    const from = start / SAMPLE_MS - Math.floor(now / SAMPLE_MS)
    return costs.subarray(from, from + perSlot).reduce((worst, cost) => Math.max(worst, cost), 0)
  }
  const slots = startsFrom(clock, now).map((slot): Slot => {
    const cost = invited.reduce((total, one) => total + costFor(one, slot.start), 0)
    return { ...slot, cost }
  })
  const byTime = Map.groupBy(invited.length === 0 ? [] : slots, ({ minute }) => minute)
  const chosen = choose([...byTime.values()].map(cheapest))
  const fit = ({ start }: Slot) => fitOf(invited, { start, minutes })
  const [best] = chosen
  const times = chosen.flatMap((slot): TimeOfDay[] => {
    const wanted = fit(slot)
    const same = onePerDay(byTime.get(slot.minute) ?? []).filter((other) => suitsTheSame(fit(other), wanted))
    const [first, ...later] = same.map(({ start }) => start).slice(0, MAX_DAYS)
    if (first === undefined || best === undefined) return []
    const gain = (one: Invited) => costFor(one, best.start) - costFor(one, slot.start)
    const kinderTo = invited
      .filter((one) => costFor(one, best.start) >= TIRING_COST && gain(one) > 0)
      .toSorted((a, b) => gain(b) - gain(a))
    return [
      { ...wanted, minute: slot.minute, starts: [first, ...later], kinderTo: kinderTo.map(({ id }) => id) },
    ]
  })
  const goodDays = [...Map.groupBy(slots, ({ day }) => day)].flatMap(([day, itsSlots]) => {
    const { hurt, onWeekend } = fit(cheapest(itsSlots))
    return hurt.length + onWeekend.length === 0 ? [day] : []
  })
  return { times, goodDays: new Set(goodDays) }
}

type Slot = { start: number; day: number; minute: number; cost: number }

/** Whom a meeting suits. */
export function fitAt(
  people: readonly Attendee[],
  { start, minutes }: { start: number; minutes: number },
): Fit {
  const span = { from: start, until: start + minutes * MINUTE_MS }
  const attendees = people.map((one) => ({ ...one, days: daysOf(one.clock, span, one.said) }))
  return fitOf(attendees, { start, minutes })
}

/** Every full and half hour on a clock. */
function startsFrom(clock: ZoneClock, now: number): Omit<Slot, 'cost'>[] {
  const first = Math.ceil(now / SAMPLE_MS) * SAMPLE_MS
  return Array.from({ length: HORIZON_MS / SAMPLE_MS }, (_, index) => {
    const start = first + index * SAMPLE_MS
    return { start, ...localAt(clock, start) }
  }).filter(({ start, minute }) => minute % SLOT_MINUTES === 0 && start < now + HORIZON_MS)
}

function cheapest(slots: readonly Slot[]): Slot {
  return slots.reduce((best, slot) => (slot.cost < best.cost ? slot : best))
}

/** Where clocks go back, an hour comes twice. */
function onePerDay(slots: readonly Slot[]): Slot[] {
  return [...Map.groupBy(slots, ({ day }) => day).values()].map(cheapest)
}

/** The best time, then others of little cost that are not all next to each other. */
function choose(times: readonly Slot[]): Slot[] {
  const chosen: Slot[] = []
  for (let left = times; left.length > 0 && chosen.length < MAX_TIMES; ) {
    const costOf = ({ cost, minute }: Slot) =>
      cost +
      (minute % 60 === 0 ? 0 : 0.5) +
      60 / Math.min(DAY_MINUTES, ...chosen.map((slot) => apart(slot.minute, minute)))
    const next = left.reduce((best, slot) => {
      const difference = costOf(slot) - costOf(best) || slot.start - best.start
      return difference < 0 ? slot : best
    })
    chosen.push(next)
    left = left.filter(({ minute }) => apart(minute, next.minute) >= MIN_APART_MINUTES)
  }
  const [best, ...others] = chosen
  return best ? [best, ...others.toSorted((a, b) => a.cost - b.cost || a.minute - b.minute)] : []
}

function apart(minute: number, other: number): number {
  const difference = Math.abs(minute - other)
  return Math.min(difference, DAY_MINUTES - difference)
}

function suitsTheSame(fit: Fit, wanted: Fit): boolean {
  const hurt = ({ hurt }: Fit) => hurt.map(({ id }) => id).join()
  return hurt(fit) === hurt(wanted) && fit.onWeekend.length <= wanted.onWeekend.length
}

type Invited = Attendee & { days: Days; costs: Float64Array }

/** People with the days of the plan and what each quarter of an hour costs them. */
function invite(people: readonly Attendee[], { now, minutes }: Omit<Plan, 'clock'>): Invited[] {
  const until = now + HORIZON_MS + minutes * MINUTE_MS
  const first = Math.floor(now / SAMPLE_MS)
  const length = HORIZON_MS / SAMPLE_MS + minutes / SAMPLE_MINUTES + 2
  // People with the same clock and hours share them.
  const shared = new Map<string, { days: Days; costs: Float64Array }>()
  return people.map((one): Invited => {
    const key = JSON.stringify([one.clock.timezone, one.weekend, one.said?.weekly])
    const days = shared.get(key)?.days ?? daysOf(one.clock, { from: now, until }, one.said)
    const costs = shared.get(key)?.costs ?? costsOf({ ...one, days }, { first, length })
    shared.set(key, { days, costs })
    return { ...one, days, costs }
  })
}

function fitOf(
  attendees: readonly (Attendee & { days: Days })[],
  { start, minutes }: { start: number; minutes: number },
): Fit {
  const hurt = attendees.flatMap(({ id, name, clock, days }): Hurt[] => {
    const kind = hardshipOf(days, { from: start, until: start + minutes * MINUTE_MS })
    return kind === undefined ? [] : [{ id, name, kind, minute: localAt(clock, start).minute }]
  })
  const guessed = attendees.filter(({ said }) => !hasHours(said))
  const suited = guessed.filter(({ id }) => !hurt.some((person) => person.id === id))
  const tired = suited.map(({ id, clock }) => ({ id, minute: localAt(clock, start).minute }))
  const worst = Math.max(TIRING_COST, ...tired.map(({ minute }) => hourCost(minute)))
  const onWeekend = guessed.filter(({ clock, weekend }) => isWeekend(localAt(clock, start).day, weekend))
  return {
    hurt,
    tired: tired.filter(({ minute }) => hourCost(minute) === worst),
    onWeekend: onWeekend.map(({ id }) => id),
    isLikely: suited.length > 0,
  }
}

function costsOf(
  { clock, weekend, days }: Attendee & { days: Days },
  { first, length }: { first: number; length: number },
): Float64Array {
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
const HOUR_COSTS = [1.3, 1.6, 2, 2.2, 2, 1.6, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1.5, 2, 4, 1]

// Between 7 and 8, and from 21 on.
const TIRING_COST = 2

function hourCost(minute: number): number {
  return HOUR_COSTS[Math.floor(minute / 60)] ?? 0
}

/** How bad a time of day is: by hour, and a thousand times as much for the hours of sleep. */
function costAt(minute: number): number {
  const cost = hourCost(minute)
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
