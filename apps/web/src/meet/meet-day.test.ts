import { describe, expect, test } from 'vitest'
import {
  cellsOf,
  dayIn,
  endOf,
  groupByClock,
  momentAt,
  nextQuarter,
  quarterOf,
  sameTimeOn,
} from './meet-day.ts'

const date = (text: string) => Date.parse(text) / 86_400_000
const hours = (timezone: string, day: string) => dayIn(timezone, date(day)).quarters / 4

describe('a day', () => {
  test.for([
    ['Europe/Berlin', '2026-06-15', 24],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kathmandu', '2026-03-08', 24],
  ] as const)('in %s on %s has %d hours', ([timezone, day, length]) => {
    expect(hours(timezone, day)).toBe(length)
    const { start, quarters } = dayIn(timezone, date(day))
    const cells = cellsOf({ timezone }, dayIn(timezone, date(day)))
    expect(cells.reduce((sum, cell) => sum + cell.quarters, 0)).toBe(quarters)
    expect(cells[0]).toMatchObject({ start, minute: 0, isAsleep: true })
  })

  test('is empty where Samoa skipped a date', () => {
    expect(hours('Pacific/Apia', '2011-12-29')).toBe(24)
    expect(hours('Pacific/Apia', '2011-12-30')).toBe(0)
    expect(hours('Pacific/Apia', '2011-12-31')).toBe(24)
  })

  test('maps each quarter to its moment and back, even in the repeated hour', () => {
    const day = dayIn('America/New_York', date('2026-11-01'))
    for (let quarter = 0; quarter < day.quarters; quarter++)
      expect(quarterOf(day, momentAt(day, quarter))).toBe(quarter)
    expect(momentAt(day, 4)).toBe(Date.parse('2026-11-01T05:00Z'))
    expect(momentAt(day, 8)).toBe(Date.parse('2026-11-01T06:00Z'))
    expect(momentAt(day, 1000)).toBe(endOf(day) - 900_000)
  })
})

test.for([
  ['Europe/Berlin', '2027-03-27T12:00Z', '2027-03-28', '2027-03-28T11:00Z'],
  ['Europe/Berlin', '2027-03-28T11:00Z', '2027-03-29', '2027-03-29T11:00Z'],
  ['America/New_York', '2026-11-01T14:00Z', '2026-10-31', '2026-10-31T13:00Z'],
  ['America/New_York', '2026-10-31T05:30Z', '2026-11-01', '2026-11-01T05:30Z'],
  // The clocks skip 2:30.
  ['America/New_York', '2027-03-13T07:30Z', '2027-03-14', '2027-03-14T07:00Z'],
  ['Asia/Kathmandu', '2026-06-15T00:30Z', '2031-06-15', '2031-06-15T00:30Z'],
] as const)('what a clock in %s shows at %s, it shows on %s at %s', ([timezone, at, day, then]) => {
  const found = sameTimeOn(dayIn(timezone, date(day)), { at: Date.parse(at), timezone })
  expect(new Date(found).toISOString()).toBe(new Date(then).toISOString())
})

describe('the hours of somebody', () => {
  test('show the minutes of odd zones', () => {
    const cells = cellsOf({ timezone: 'Asia/Kathmandu' }, dayIn('UTC', date('2026-06-15')))
    expect(cells[0]?.minute).toBe(5 * 60 + 45)
    expect(cells.filter(({ isAsleep }) => isAsleep).map(({ minute }) => minute % 60)).toEqual(
      Array.from({ length: 8 }, () => 45),
    )
  })

  test.for([
    ['America/New_York', '2026-11-01', 5, -60],
    ['Europe/Berlin', '2026-03-29', 1, 60],
    ['Australia/Lord_Howe', '2026-10-03', 15, 30],
  ] as const)('mark the clock change of %s on %s', ([timezone, day, utcHour, minutes]) => {
    const changes = cellsOf({ timezone }, dayIn('UTC', date(day))).filter(({ change }) => change !== 0)
    expect(changes.map(({ start, change }) => [new Date(start).getUTCHours(), change])).toEqual([
      [utcHour + (timezone === 'America/New_York' ? 1 : 0), minutes],
    ])
  })

  test('mark a clock change at midnight', () => {
    const cells = cellsOf({ timezone: 'Africa/Cairo' }, dayIn('Africa/Cairo', date('2026-04-24')))
    expect(cells[0]).toMatchObject({ minute: 60, change: 60 })
  })

  test('are asleep where for most of the hour they are not available', () => {
    const said = { weekly: [{ days: ['mo' as const], from: '22:15', to: '01:30' }] }
    const awake = (day: string) =>
      cellsOf({ timezone: 'UTC', said }, dayIn('UTC', date(day))).flatMap(({ minute, isAsleep }) =>
        isAsleep ? [] : [minute / 60],
      )
    expect(awake('2026-06-15')).toEqual([22, 23])
    expect(awake('2026-06-16')).toEqual([0])
    expect(awake('2026-06-17')).toEqual([])
  })

  test('are none in a zone that the browser does not know', () => {
    expect(cellsOf({ timezone: 'Mars/Olympus_Mons' }, dayIn('UTC', date('2026-06-15')))).toEqual([])
  })
})

test('people share a row only if they have the same hours', () => {
  const said = { weekly: [{ days: ['mo' as const], from: '09:00', to: '17:00' }] }
  const people = [undefined, said, undefined, structuredClone(said), { state: 'away' as const }].map(
    (said) => ({ timezone: 'Europe/Berlin', said }),
  )
  const rows = groupByClock(people, dayIn('UTC', date('2026-06-15')))
  expect(rows.map(({ people, said }) => [people.length, said])).toEqual([
    [3, undefined],
    [2, said],
  ])
})

test('people share a row only if their clocks agree all day', () => {
  const people = ['Europe/Berlin', 'Europe/Paris', 'Africa/Lagos', 'Africa/Algiers'].map((timezone) => ({
    timezone,
  }))
  const rows = (day: string) =>
    groupByClock(people, dayIn('UTC', date(day))).map(({ people }) => people.length)
  expect(rows('2026-06-15')).toEqual([2, 2])
  expect(rows('2026-12-15')).toEqual([4])
  expect(rows('2026-03-29')).toEqual([2, 2])
})

test.for([
  ['2026-06-15T07:46Z', '2026-06-15T08:00Z'],
  ['2026-06-15T08:00Z', '2026-06-15T08:00Z'],
  ['2026-06-15T23:50Z', '2026-06-16T00:00Z'],
] as const)('the quarter of an hour that comes after %s is %s', ([now, next]) => {
  expect(nextQuarter(Date.parse(now))).toBe(Date.parse(next))
})
