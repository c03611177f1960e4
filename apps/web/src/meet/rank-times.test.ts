import { describe, expect, test } from 'vitest'
import type { Availability } from '../clock/days.ts'
import { zoneClock } from '../clock/zone-clock.ts'
import { type Attendee, fitAt, rankTimes } from './rank-times.ts'

const DAY_MS = 24 * 3_600_000
const MONDAY = '2026-06-15T04:00Z'

type Options = { now?: string; weekend?: number[]; name?: string; said?: Availability }

function attendee(
  timezone: string,
  { now = MONDAY, weekend = [6, 7], name = timezone, said }: Options = {},
): Attendee {
  const from = Date.parse(now)
  const clock = zoneClock(timezone, { from: from - DAY_MS, until: from + 16 * DAY_MS })
  if (clock === undefined) throw new Error(`No clock for ${timezone}`)
  return { id: name, name, clock, weekend, said }
}

function rank(attendees: Attendee[], { now = MONDAY, minutes = 60 } = {}) {
  const clock = attendees[0]?.clock ?? { timezone: 'UTC', offsets: [] }
  return rankTimes(attendees, { clock, now: Date.parse(now), minutes })
}

const days = ({ starts }: { starts: number[] } = { starts: [] }) =>
  starts.map((start) => new Date(start).toISOString().slice(5, 16))

const at = ({ minute }: { minute: number }) => minute / 60

describe('the ranking of times of day', () => {
  test('has four of them, the best first, each with the first five days on which it suits the same people', () => {
    const { times } = rank([attendee('Europe/Berlin'), attendee('America/New_York')])
    expect(times.map(at)).toEqual([15, 16, 17, 19])
    expect(days(times[0])).toEqual(['15', '16', '17', '18', '19'].map((day) => `06-${day}T13:00`))
    expect(times.every(({ hurt, onWeekend }) => hurt.length + onWeekend.length === 0)).toBe(true)
  })

  test('spreads what suits all alike over the day, at least an hour apart', () => {
    const { times } = rank([attendee('Europe/Berlin')])
    const minutes = times.map(({ minute }) => minute).toSorted((a, b) => a - b)
    expect(minutes).toHaveLength(4)
    for (const [index, minute] of minutes.entries())
      if (index > 0) expect(minute - (minutes[index - 1] ?? 0)).toBeGreaterThanOrEqual(60)
    expect((minutes.at(-1) ?? 0) - (minutes[0] ?? 0)).toBeGreaterThanOrEqual(6 * 60)
  })

  test('has real alternatives: for whom each is kinder than the best, and who pays for it', () => {
    const now = '2026-11-25T21:00Z'
    const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Tokyo']
    const { times } = rank(
      zones.map((zone) => attendee(zone, { now })),
      { now },
    )
    const said = times.map((time) => [
      new Date(time.starts[0]).getUTCHours(),
      time.hurt.map(({ id }) => id),
      time.tired.map(({ id }) => id),
      time.kinderTo,
    ])
    expect(said).toEqual([
      [12, [], ['America/New_York', 'Asia/Tokyo'], []],
      [13, [], ['Asia/Tokyo'], ['America/New_York']],
      [14, ['Asia/Tokyo'], [], ['America/New_York']],
      [22, ['Europe/Berlin'], ['Asia/Tokyo'], ['America/New_York']],
    ])
  })

  test('proposes nothing that has begun, and nothing after fourteen days', () => {
    for (const now of ['2026-06-15T13:00:01Z', '2026-06-19T22:59:59Z', '2026-06-20T12:07Z']) {
      const { times } = rank([attendee('Europe/Berlin', { now }), attendee('Asia/Kathmandu', { now })], {
        now,
      })
      expect(times).toHaveLength(4)
      for (const start of times.flatMap(({ starts }) => starts)) {
        expect(start).toBeGreaterThanOrEqual(Date.parse(now))
        expect(start).toBeLessThan(Date.parse(now) + 14 * DAY_MS)
      }
    }
  })

  test('takes the whole duration into account', () => {
    // In June, 7:00 in Los Angeles is 16:00 in Berlin, and 19:00 in Kolkata is 15:30.
    const people = [attendee('America/Los_Angeles'), attendee('Asia/Kolkata')]
    for (const minutes of [30, 60, 120]) {
      const [best] = rank(people, { minutes }).times
      expect(best?.hurt).toEqual([])
      for (const start of best?.starts ?? []) {
        const end = Temporal.Instant.fromEpochMilliseconds(start + minutes * 60_000)
        expect(end.toZonedDateTimeISO('Asia/Kolkata').hour).toBeLessThanOrEqual(23)
        expect(end.toZonedDateTimeISO('America/Los_Angeles').hour).toBeGreaterThanOrEqual(7)
      }
    }
  })

  test('respects each person’s own weekend', () => {
    const dubai = { weekend: [6, 7] }
    const cairo = { weekend: [5, 6] }
    const [best] = rank([attendee('Asia/Dubai', dubai), attendee('Africa/Cairo', cairo)]).times
    const weekdays = best?.starts.map((start) => new Date(start).getUTCDay()) ?? []
    expect(weekdays).toHaveLength(5)
    expect(weekdays.some((day) => day === 5 || day === 6 || day === 0)).toBe(false)
  })

  test('says on whom the least bad meeting is hard, and when that is for them', () => {
    const now = '2026-11-23T23:00Z'
    const zones = [
      'Europe/Berlin',
      'Asia/Kolkata',
      'America/New_York',
      'Asia/Tokyo',
      'America/Argentina/Buenos_Aires',
      'Pacific/Auckland',
    ]
    const { times, goodDays } = rank(
      zones.map((zone) => attendee(zone, { now })),
      { now },
    )
    expect(days(times[0])[0]).toBe('11-24T12:00')
    expect(times[0]?.hurt).toEqual([
      { id: 'Pacific/Auckland', name: 'Pacific/Auckland', kind: 'late', minute: 60 },
    ])
    expect(goodDays.size).toBe(0)
  })

  test('stays within the hours that people have said, over midnight and on a weekend, too', () => {
    const said = { weekly: [{ days: ['fr' as const, 'sa' as const], from: '22:00', to: '02:00' }] }
    const [best] = rank([attendee('Europe/Berlin', { said }), attendee('America/New_York')]).times
    expect(days(best)).toEqual(['06-19T20:00', '06-26T20:00'])
    expect(best).toMatchObject({ hurt: [], isLikely: true })
    const [sure] = rank([attendee('Europe/Berlin', { said })], { minutes: 240 }).times
    expect(days(sure)[0]).toBe('06-19T20:00')
    expect(sure).toMatchObject({ hurt: [], isLikely: false })
  })

  test('keeps them at the hour of their own clock when it changes within the week', () => {
    const now = '2026-10-22T22:00Z'
    const said = { weekly: [{ days: ['th' as const, 'mo' as const], from: '09:10', to: '10:40' }] }
    const [best] = rank([attendee('Europe/Berlin', { now, said })], { now }).times
    // The quarters of an hour that are in it: 9:30 to 10:30.
    expect(days(best)).toEqual(['10-26T08:30', '10-29T08:30', '11-02T08:30', '11-05T08:30'])
    expect(best).toMatchObject({ minute: 9.5 * 60, hurt: [] })
  })

  test('says whose hours it leaves, by day rather than by night', () => {
    const night = { weekly: [{ days: ['mo' as const], from: '02:00', to: '03:00' }] }
    for (const weekly of [[], night.weekly]) {
      const [best] = rank([attendee('UTC'), attendee('UTC', { name: 'Maya', said: { weekly } })]).times
      expect(best).toMatchObject({ isLikely: true })
      expect(best?.hurt).toEqual([{ id: 'Maya', name: 'Maya', kind: 'outside', minute: 9 * 60 }])
    }
  })

  test('takes somebody who shows only their state as anybody else', () => {
    const said = { state: 'away' as const }
    expect(rank([attendee('Asia/Tokyo', { said })])).toEqual(rank([attendee('Asia/Tokyo')]))
  })

  test('begins at a full or half hour of the reader, even in quarter-hour zones', () => {
    const { times } = rank([attendee('Asia/Kathmandu'), attendee('Europe/Berlin')])
    for (const start of times.flatMap(({ starts }) => starts))
      expect(new Date(start).getUTCMinutes() % 30).toBe(15)
  })

  test('follows clock changes: between those of New York and Berlin, the same time in Berlin is an hour later there', () => {
    const now = '2027-03-11T20:00Z'
    const people = [attendee('Europe/Berlin', { now }), attendee('America/New_York', { now })]
    const noon = rank(people, { now }).times.find((time) => time.minute === 14 * 60)
    // On Friday, it is 8:00 in New York; from Monday on, 9:00.
    expect(days(noon)).toEqual(['12', '15', '16', '17', '18'].map((day) => `03-${day}T13:00`))
    expect(noon?.hurt).toEqual([])
  })

  test('has each time of day once where clocks go back, and not at all where they skip it', () => {
    for (const [now, day] of [
      ['2026-10-31T12:00Z', '2026-11-01'],
      ['2027-03-13T12:00Z', '2027-03-14'],
    ]) {
      const night = { weekly: [{ days: ['su' as const], from: '01:00', to: '04:00' }] }
      const { times } = rank([attendee('America/New_York', { now: `${now}`, said: night })], {
        now: `${now}`,
      })
      for (const { starts, minute } of times) {
        const local = starts.map((start) =>
          Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('America/New_York'),
        )
        expect(new Set(local.map((at) => `${at.toPlainDate()}`)).size).toBe(starts.length)
        expect(local.every((at) => at.hour * 60 + at.minute === minute)).toBe(true)
      }
      expect(times.some(({ starts }) => new Date(starts[0]).toISOString().startsWith(`${day}`))).toBe(true)
    }
  })

  test('names the days with a time that is hard on nobody', () => {
    const { goodDays } = rank([attendee('Europe/Berlin'), attendee('America/New_York')])
    const monday = Date.parse('2026-06-15') / DAY_MS
    expect([...goodDays].map((day) => day - monday).slice(0, 7)).toEqual([0, 1, 2, 3, 4, 7, 8])
  })

  test('says of any moment whom it suits', () => {
    const people = [attendee('Europe/Berlin'), attendee('Asia/Tokyo')]
    const fit = fitAt(people, { start: Date.parse('2026-06-20T14:00Z'), minutes: 60 })
    expect(fit.hurt).toEqual([{ id: 'Asia/Tokyo', name: 'Asia/Tokyo', kind: 'late', minute: 23 * 60 }])
    expect(fit.onWeekend).toEqual(['Europe/Berlin', 'Asia/Tokyo'])
  })

  test('looks at each clock once for a quarter of an hour, and a few times more for the best', () => {
    let looks = 0
    const count = ({ clock, ...attendee }: Attendee): Attendee => ({
      ...attendee,
      clock: {
        timezone: clock.timezone,
        get offsets() {
          looks += 1
          return clock.offsets
        },
      },
    })
    const zones = Intl.supportedValuesOf('timeZone')
    const people = Array.from({ length: 30 }, (_, index) =>
      attendee(zones[index * 13] ?? 'UTC', { name: `${index}` }),
    )
    rank(people.map(count), { minutes: 120 })
    const quarters = 14 * 24 * 4
    expect(looks).toBeGreaterThan(30 * quarters)
    expect(looks).toBeLessThan(30 * quarters * 1.5)
  })

  test('of nobody is empty', () => expect(rank([]).times).toEqual([]))
})
