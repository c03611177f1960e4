import { describe, expect, test } from 'vitest'
import type { Availability } from '../clock/days.ts'
import { zoneClock } from '../clock/zone-clock.ts'
import { type Attendee, rankSlots } from './rank-slots.ts'

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
  return rankSlots(attendees, { now: Date.parse(now), minutes, count: 5 })
}

const times = (slots: { start: number }[]) => slots.map(({ start }) => new Date(start).toISOString())

describe('the ranking of meetings', () => {
  test('proposes five weekdays within everyone’s day, one slot for each', () => {
    const slots = rank([attendee('Europe/Berlin'), attendee('America/New_York')])
    expect(times(slots)).toEqual(['15', '16', '17', '18', '19'].map((day) => `2026-06-${day}T13:00:00.000Z`))
    expect(slots.every(({ hurt, onWeekend }) => hurt.length + onWeekend.length === 0)).toBe(true)
  })

  test('proposes nothing that has begun, and nothing after fourteen days', () => {
    for (const now of ['2026-06-15T13:00:01Z', '2026-06-19T22:59:59Z', '2026-06-20T12:07Z']) {
      const slots = rank([attendee('Europe/Berlin', { now }), attendee('Asia/Kathmandu', { now })], { now })
      expect(slots).toHaveLength(5)
      for (const { start } of slots) {
        expect(start).toBeGreaterThanOrEqual(Date.parse(now))
        expect(start).toBeLessThan(Date.parse(now) + 14 * DAY_MS)
      }
    }
  })

  test('takes the whole duration into account', () => {
    // In June, 7:00 in Los Angeles is 16:00 in Berlin, and 19:00 in Kolkata is 15:30.
    const people = [attendee('America/Los_Angeles'), attendee('Asia/Kolkata')]
    for (const minutes of [30, 60, 120])
      for (const { start, hurt } of rank(people, { minutes })) {
        expect(hurt).toEqual([])
        const end = Temporal.Instant.fromEpochMilliseconds(start + minutes * 60_000)
        expect(end.toZonedDateTimeISO('Asia/Kolkata').hour).toBeLessThanOrEqual(23)
        expect(end.toZonedDateTimeISO('America/Los_Angeles').hour).toBeGreaterThanOrEqual(7)
      }
  })

  test('respects each person’s own weekend', () => {
    const dubai = { weekend: [6, 7] }
    const cairo = { weekend: [5, 6] }
    const slots = rank([attendee('Asia/Dubai', dubai), attendee('Africa/Cairo', cairo)])
    const weekdays = slots.map(({ start }) => new Date(start).getUTCDay())
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
    const [best] = rank(
      zones.map((zone) => attendee(zone, { now })),
      { now },
    )
    expect(times(best ? [best] : [])).toEqual(['2026-11-24T12:00:00.000Z'])
    expect(best?.hurt).toEqual([
      { id: 'Pacific/Auckland', name: 'Pacific/Auckland', kind: 'late', minute: 60 },
    ])
  })

  test('stays within the hours that people have said, over midnight and on a weekend, too', () => {
    const said = { weekly: [{ days: ['fr' as const, 'sa' as const], from: '22:00', to: '02:00' }] }
    const slots = rank([attendee('Europe/Berlin', { said }), attendee('America/New_York')])
    expect(times(slots).slice(0, 2)).toEqual(['2026-06-19T20:00:00.000Z', '2026-06-26T20:00:00.000Z'])
    expect(slots.slice(0, 2).map(({ hurt, isLikely }) => [hurt, isLikely])).toEqual([
      [[], true],
      [[], true],
    ])
    const [sure] = rank([attendee('Europe/Berlin', { said })], { minutes: 240 })
    expect(sure).toMatchObject({ start: Date.parse('2026-06-19T20:00Z'), hurt: [], isLikely: false })
  })

  test('keeps them at the hour of their own clock when it changes within the week', () => {
    const now = '2026-10-22T22:00Z'
    const said = { weekly: [{ days: ['th' as const, 'mo' as const], from: '09:10', to: '10:40' }] }
    const slots = rank([attendee('Europe/Berlin', { now, said })], { now })
    expect(times(slots).slice(0, 3)).toEqual(
      // The quarters of an hour that are in it: 9:30 to 10:30.
      ['2026-10-26T08:30', '2026-10-29T08:30', '2026-11-02T08:30'].map((at) => `${at}:00.000Z`),
    )
    expect(slots.slice(0, 3).every(({ hurt }) => hurt.length === 0)).toBe(true)
  })

  test('says whose hours it leaves, by day rather than by night', () => {
    const night = { weekly: [{ days: ['mo' as const], from: '02:00', to: '03:00' }] }
    for (const weekly of [[], night.weekly]) {
      const [best] = rank([attendee('UTC'), attendee('UTC', { name: 'Maya', said: { weekly } })])
      expect(best).toMatchObject({ isLikely: true })
      expect(best?.hurt).toEqual([{ id: 'Maya', name: 'Maya', kind: 'outside', minute: 9 * 60 }])
    }
  })

  test('takes somebody who shows only their state as anybody else', () => {
    const said = { state: 'away' as const }
    expect(rank([attendee('Asia/Tokyo', { said })])).toEqual(rank([attendee('Asia/Tokyo')]))
  })

  test('begins at a full or half hour of the reader, even in quarter-hour zones', () => {
    for (const { start } of rank([attendee('Asia/Kathmandu'), attendee('Europe/Berlin')]))
      expect(new Date(start).getUTCMinutes() % 30).toBe(15)
  })

  test('follows clock changes: after the clocks of New York go back, the same hour there is later in UTC', () => {
    const now = '2026-10-30T20:00Z'
    const slots = rank([attendee('America/New_York', { now })], { now })
    expect(times(slots).slice(0, 2)).toEqual(['2026-10-30T20:00:00.000Z', '2026-11-02T14:00:00.000Z'])
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
    expect(looks).toBeLessThan(30 * quarters * 1.1)
  })

  test('of nobody is empty', () => expect(rank([])).toEqual([]))
})
