import { describe, expect, test } from 'vitest'
import {
  dayIn,
  marksOf,
  momentAt,
  nextGoodMoment,
  nextQuarter,
  partIn,
  stepOf,
  stretchesOf,
} from './day-band.ts'

const date = (text: string) => Temporal.PlainDate.from(text)
const hours = (timezone: string, day: string) => dayIn(timezone, date(day)).steps / 4

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
  })

  test('is empty where Samoa skipped a date', () => {
    expect(hours('Pacific/Apia', '2011-12-29')).toBe(24)
    expect(hours('Pacific/Apia', '2011-12-30')).toBe(0)
    expect(hours('Pacific/Apia', '2011-12-31')).toBe(24)
  })

  test('maps each step to its moment and back, in the repeated hour, too', () => {
    const day = dayIn('America/New_York', date('2026-11-01'))
    for (let step = 0; step < day.steps; step++) expect(stepOf(day, momentAt(day, step))).toBe(step)
    expect(momentAt(day, 4).toString()).toBe('2026-11-01T05:00:00Z')
    expect(momentAt(day, 8).toString()).toBe('2026-11-01T06:00:00Z')
  })
})

describe('a band', () => {
  test('shows odd offsets exactly: working hours in Kathmandu begin at 3:15 UTC', () => {
    const day = dayIn('UTC', date('2026-06-15'))
    const good = stretchesOf('Asia/Kathmandu', day).filter(({ part }) => part === 'working')
    expect(good).toEqual([{ from: 3.25 / 24, to: 11.25 / 24, part: 'working' }])
  })

  test('covers the whole day without a gap, even across a clock change', () => {
    const day = dayIn('Europe/Berlin', date('2026-03-29'))
    const stretches = stretchesOf('America/New_York', day)
    expect(stretches[0]?.from).toBe(0)
    expect(stretches.at(-1)?.to).toBe(1)
    for (const [index, { from }] of stretches.entries())
      if (index > 0) expect(from).toBe(stretches[index - 1]?.to)
    expect(stretchesOf('Europe/Berlin', day).find(({ part }) => part === 'working')?.from).toBe(8 / 23)
  })

  test('marks 0, 6, 12 and 18 on the clock there', () => {
    const day = dayIn('UTC', date('2026-06-15'))
    expect(marksOf('Asia/Kolkata', day)).toEqual([
      { at: 0.5 / 24, hour: 6 },
      { at: 6.5 / 24, hour: 12 },
      { at: 12.5 / 24, hour: 18 },
      { at: 18.5 / 24, hour: 0 },
    ])
  })
})

describe('the next good moment', () => {
  const after = (text: string) => Temporal.Instant.from(text)

  test('is the first at which everyone is at work', () => {
    const moment = nextGoodMoment(['Europe/Berlin', 'America/New_York'], after('2026-06-14T22:00Z'))
    expect(moment?.toString()).toBe('2026-06-15T13:00:00Z')
    expect(moment && partIn('America/New_York', moment)).toBe('working')
  })

  test('is never before the moment it follows, but on a later day', () => {
    const late = after('2026-06-15T16:30Z')
    expect(nextGoodMoment(['Europe/Berlin', 'America/New_York'], late)?.toString()).toBe(
      '2026-06-16T13:00:00Z',
    )
    expect(nextGoodMoment(['UTC'], after('2026-06-15T10:00Z'))?.toString()).toBe('2026-06-15T10:15:00Z')
  })

  test('does not exist between opposite sides of the world', () => {
    expect(nextGoodMoment(['Europe/Berlin', 'Pacific/Auckland'], after('2026-06-15T00:00Z'))).toBeUndefined()
  })
})

describe('the quarter of an hour that is proposed first', () => {
  test.for([
    ['2026-06-15T07:46Z', '2026-06-15T08:00:00Z'] as const,
    ['2026-06-15T08:00Z', '2026-06-15T08:00:00Z'] as const,
    ['2026-06-15T23:50Z', '2026-06-16T00:00:00Z'] as const,
  ])('at %s is %s', ([now, proposed]) => {
    expect(nextQuarter(Temporal.Instant.from(now)).toString()).toBe(proposed)
  })
})
