import moment from 'moment-timezone'
import { describe, expect, test } from 'vitest'
import { findAvailability, mergeWeek, periodAround, WEEKDAYS, type WeeklyHours } from './availability.ts'
import { findOffsets } from './zone-times.ts'

const EVERY_DAY = WEEKDAYS.join()

/** `mo,tu 09:00-12:00; we 22:00-02:00` */
function week(text: string): WeeklyHours[] {
  return Array.from(text.matchAll(/(\S+) (\S+)-([\d:]+)/g), ([, days = '', from = '', to = '']) => {
    return { days: days.split(',') as WeeklyHours['days'], from, to }
  })
}

/** `available until …`, as of a moment. */
function at(weekly: WeeklyHours[], zone: string, moment: string): string {
  const date = new Date(moment)
  const offsets = findOffsets(zone, periodAround(date))
  if (offsets === undefined) throw new Error(`${zone} is not a zone`)
  const { state, until } = findAvailability(weekly, offsets, date)
  return `${state} until ${until?.toISOString().replace(':00.000Z', 'Z') ?? 'further notice'}`
}

test.for([
  ['is empty if the week is', '', ''],
  ['joins overlapping ranges', 'mo 09:00-12:00; mo 11:00-17:00', 'mo 09:00-17:00'],
  ['joins touching ranges', 'tu 12:00-17:00; tu 09:00-12:00', 'tu 09:00-17:00'],
  ['keeps a break', 'mo 09:00-12:00; mo 12:01-17:00', 'mo 09:00-12:00; mo 12:01-17:00'],
  ['joins days with the same hours', 'we 09:00-17:00; mo 09:00-17:00', 'mo,we 09:00-17:00'],
  ['separates days that differ', 'mo,tu 09:00-17:00; mo 16:00-18:00', 'mo 09:00-18:00; tu 09:00-17:00'],
  ['joins over midnight', 'mo 22:00-24:00; tu 00:00-02:00', 'mo 22:00-02:00'],
  ['joins over the end of the week', 'mo 00:00-02:00; su 22:00-00:00', 'su 22:00-02:00'],
  ['keeps nights apart', `${EVERY_DAY} 22:00-06:00`, `${EVERY_DAY} 22:00-06:00`],
  ['keeps 24 hours that begin at nine', 'mo 09:00-09:00', 'mo 09:00-09:00'],
  ['cuts longer ranges at midnight', 'mo 09:00-09:00; tu 09:00-10:00', 'mo 09:00-24:00; tu 00:00-10:00'],
  ['is every day if it has no break', `${EVERY_DAY} 09:00-09:00`, `${EVERY_DAY} 00:00-24:00`],
] as const)('a merged week %s', ([, given, merged]) => {
  expect(mergeWeek(week(given))).toEqual(week(merged))
  expect(mergeWeek(week(merged))).toEqual(week(merged))
})

test('a merged week has the same minutes, at most 14 entries, and none that overlap unless there were more', () => {
  const random = createRandom(3)
  let merged = 0
  for (let index = 0; index < 500; index++) {
    const given = Array.from({ length: random(15) }, () => randomWeek(random, DAY_MINUTES)[0] as WeeklyHours)
    const week = mergeWeek(given)
    expect(mergeWeek(week)).toEqual(week)
    expect(week.length).toBeLessThanOrEqual(14)
    const [before, after] = [countMinutes(given), countMinutes(week)]
    expect(after.map(Boolean)).toEqual(before.map(Boolean))
    if (Math.max(...after) > 1) expect(week).toEqual(given)
    else merged += 1
  }
  expect(merged).toBeGreaterThan(200)
})

describe('availability', () => {
  const work = week('mo,tu,we,th,fr 09:00-17:00')

  // The first is a Monday in winter.
  test.for([
    ['2026-11-23T07:59:59.999Z', 'away until 2026-11-23T08:00Z'],
    ['2026-11-23T08:00:00Z', 'available until 2026-11-23T16:00Z'],
    ['2026-11-23T15:59:59.999Z', 'available until 2026-11-23T16:00Z'],
    ['2026-11-23T16:00:00Z', 'away until 2026-11-24T08:00Z'],
    ['2026-11-27T16:00:00Z', 'away until 2026-11-30T08:00Z'],
  ] as const)('of a working week in Berlin at %s: %s', ([moment, expected]) => {
    expect(at(work, 'Europe/Berlin', moment)).toBe(expected)
  })

  test.for<[string, WeeklyHours[], string, string, string]>([
    ['an empty week is always away', [], 'UTC', '2026-11-26T12:00:00Z', 'away until further notice'],
    [
      'a week without breaks has no end',
      week(`${EVERY_DAY} 00:00-24:00`),
      'UTC',
      '2026-11-26T12:00:00Z',
      'available until further notice',
    ],
    [
      'a night continues after midnight',
      week('fr 22:00-06:00'),
      'UTC',
      '2026-11-28T05:00:00Z',
      'available until 2026-11-28T06:00Z',
    ],
    [
      'a night continues in the next week',
      week('su 22:00-06:00'),
      'UTC',
      '2026-11-30T05:00:00Z',
      'available until 2026-11-30T06:00Z',
    ],
    [
      'equal times are 24 hours',
      week('th 10:00-10:00'),
      'UTC',
      '2026-11-27T09:59:00Z',
      'available until 2026-11-27T10:00Z',
    ],
    [
      'touching ranges have one end',
      week('th 10:00-24:00; fr 00:00-03:00'),
      'UTC',
      '2026-11-26T12:00:00Z',
      'available until 2026-11-27T03:00Z',
    ],
    [
      'the next change is in seven days',
      week('th 10:00-11:00'),
      'UTC',
      '2026-11-26T11:00:00Z',
      'away until 2026-12-03T10:00Z',
    ],
    [
      'the day is that of the zone',
      week('fr 01:00-02:00'),
      'Pacific/Kiritimati',
      '2026-11-26T11:30:00Z',
      'available until 2026-11-26T12:00Z',
    ],
    // At 2:00 on 28 March 2027, clocks in Berlin move to 3:00.
    [
      'a start that is skipped is later by an hour',
      week('su 02:30-05:00'),
      'Europe/Berlin',
      '2027-03-28T01:29:00Z',
      'away until 2027-03-28T01:30Z',
    ],
    [
      'a range that a clock change turns round is none',
      week('su 02:30-03:00'),
      'Europe/Berlin',
      '2027-03-28T00:00:00Z',
      'away until 2027-04-04T00:30Z',
    ],
    // At 3:00 on 31 October 2027, they move back to 2:00.
    [
      'a start that is repeated is the first',
      week('su 02:30-05:00'),
      'Europe/Berlin',
      '2027-10-31T00:29:00Z',
      'away until 2027-10-31T00:30Z',
    ],
  ])('%s', ([, weekly, zone, moment, expected]) => {
    expect(at(weekly, zone, moment)).toBe(expected)
  })

  test('more than eight days away is not said', () => {
    // Clocks skip the range of one Sunday.
    const skipped = week('su 02:30-03:00')
    expect(at(skipped, 'Europe/Berlin', '2027-03-21T02:00:00Z')).toBe('away until further notice')
    expect(at(skipped, 'Europe/Berlin', '2027-03-27T00:29:59Z')).toBe('away until further notice')
    expect(at(skipped, 'Europe/Berlin', '2027-03-27T00:30:00Z')).toBe('away until 2027-04-04T00:30Z')
  })
})

const DAY_MINUTES = 1440
const YEARS_MINUTES = 2 * 365 * DAY_MINUTES
const MARGIN_MINUTES = 12 * DAY_MINUTES
const NEAR_MINUTES = 180

describe('availability of random weeks over two years, compared with an oracle that knows each minute', () => {
  const random = createRandom(7)
  test.for([
    ['Europe/Berlin', '2026-01-01'],
    ['America/New_York', '2026-01-01'],
    // Half an hour, two hours, at midnight, for the month of Ramadan, without changes, and a day that is left out.
    ['Australia/Lord_Howe', '2026-01-01'],
    ['Antarctica/Troll', '2026-01-01'],
    ['America/Santiago', '2026-01-01'],
    ['Africa/Casablanca', '2026-01-01'],
    ['Asia/Kathmandu', '2026-01-01'],
    ['Pacific/Apia', '2011-01-01'],
  ] as const)('%s', ([zone, start]) => {
    const clock = readClock(zone, start)
    const samples = [...clock.shown.keys()].filter(
      (minute) =>
        minute >= MARGIN_MINUTES &&
        minute < clock.shown.length - MARGIN_MINUTES &&
        (minute % 397 === 0 || isNearChange(clock, minute)),
    )
    // The first week is mostly ranges at the hours of clock changes.
    for (const weekly of [randomWeek(random, 300), randomWeek(random, DAY_MINUTES)]) {
      const expected = createOracle(weekly, clock)
      const merged = createOracle(mergeWeek(weekly), clock)
      const counts = { available: 0, away: 0 }
      for (const minute of samples) {
        const date = new Date((clock.first + minute) * 60_000)
        const offsets = findOffsets(zone, periodAround(date)) ?? { utc_offset_seconds: 0, transitions: [] }
        const { state, until } = findAvailability(weekly, offsets, date)
        const found = `${state} ${until && until.getTime() / 60_000 - clock.first}`
        const where = () => `${date.toISOString()} of ${JSON.stringify(weekly)}`
        if (found !== expected(minute)) expect(found, where()).toBe(expected(minute))
        // A merged week differs only where a clock change skips the time at which ranges meet.
        if (!merged(minute).startsWith(state) && !isNearChange(clock, minute))
          expect(merged(minute), where()).toMatch(state)
        counts[state] += 1
      }
      expect(Math.min(counts.available, counts.away)).toBeGreaterThan(100)
    }
  })
})

/**
 * What a clock shows at each minute from `first` on, in minutes since 1970; and the first minute at which it shows each,
 * from a day before `first` on.
 */
type Clock = { first: number; shown: Float64Array; at: Int32Array }

const NEVER = -1

function readClock(zone: string, start: string): Clock {
  const first = Date.parse(start) / 60_000 - MARGIN_MINUTES
  const data = moment.tz.zone(zone)
  const length = YEARS_MINUTES + 2 * MARGIN_MINUTES
  const shown = Float64Array.from(
    { length },
    (_, minute) => first + minute - (data?.utcOffset((first + minute) * 60_000) ?? Number.NaN),
  )
  const at = new Int32Array(length + 2 * DAY_MINUTES).fill(NEVER)
  for (const [minute, wall] of shown.entries()) {
    const index = wall - first + DAY_MINUTES
    if (at[index] === NEVER) at[index] = minute
  }
  return { first, shown, at }
}

function isNearChange({ shown }: Clock, minute: number): boolean {
  const at = (distance: number) => shown[minute + distance] ?? Number.NaN
  return at(NEAR_MINUTES) - at(-NEAR_MINUTES) !== 2 * NEAR_MINUTES
}

/** `available 1234`, the latter being the minute of the next change. Knows no offsets and no transitions. */
function createOracle(weekly: WeeklyHours[], { first, shown, at }: Clock): (minute: number) => string {
  const minuteOf = (wall: number, back = 0): number => {
    const minute = at[wall - back - first + DAY_MINUTES] ?? Number.NaN
    return minute === NEVER && back <= DAY_MINUTES ? minuteOf(wall, back + 1) : minute + back
  }
  const isAvailable = new Uint8Array(shown.length)
  const firstDay = Math.ceil(first / DAY_MINUTES) + 2
  for (let day = firstDay; day < firstDay + shown.length / DAY_MINUTES - 5; day++) {
    const weekday = WEEKDAYS[(new Date(day * DAY_MINUTES * 60_000).getUTCDay() + 6) % 7]
    for (const { days, from, to } of weekly) {
      if (weekday === undefined || !days.includes(weekday)) continue
      const [start = 0, end = 0] = [from, to].map((time) => {
        const [hour = 0, minute = 0] = time.split(':').map(Number)
        return day * DAY_MINUTES + hour * 60 + minute
      })
      // Nothing, if the end is not after the start.
      isAvailable.fill(1, minuteOf(start), minuteOf(to > from ? end : end + DAY_MINUTES))
    }
  }
  return (minute) => {
    const state = isAvailable[minute] ?? 0
    const after = isAvailable.subarray(minute, minute + 8 * DAY_MINUTES + 1).indexOf(1 - state)
    return `${state === 1 ? 'available' : 'away'} ${after === -1 ? undefined : minute + after}`
  }
}

/** Ranges that begin in the first minutes of days, or at any time. */
function randomWeek(random: (below: number) => number, within: number): WeeklyHours[] {
  const clock = (minutes: number) =>
    [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return Array.from({ length: 2 + random(4) }, () => {
    const start = random(within)
    const days = WEEKDAYS.filter((day) => day === 'su' || random(3) === 0)
    return { days, from: clock(start), to: random(8) === 0 ? '24:00' : clock(start + random(300)) }
  })
}

/** How many ranges include each minute of a week. */
function countMinutes(weekly: readonly WeeklyHours[]): number[] {
  const counts = Array.from({ length: 7 * DAY_MINUTES }, () => 0)
  for (const { days, from, to } of weekly)
    for (const day of days) {
      const [start = 0, end = 0] = [from, to].map((time) => {
        const [hour = 0, minute = 0] = time.split(':').map(Number)
        return WEEKDAYS.indexOf(day) * DAY_MINUTES + hour * 60 + minute
      })
      const length = to > from ? end - start : end - start + DAY_MINUTES
      for (let at = start; at < start + length; at++)
        counts[at % counts.length] = (counts[at % counts.length] ?? 0) + 1
    }
  return counts
}

/** Numbers below a limit, always the same ones (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
