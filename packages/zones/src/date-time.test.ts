import { describe, expect, test } from 'vitest'
import { DateTimeError, resolveDateTime } from './date-time.ts'

const read = (text: string, zone?: string) => {
  const { at, resolution } = resolveDateTime(text, zone)
  return `${at.toISOString()} ${resolution}`
}
const messageFor = (text: string, zone?: string) => {
  try {
    return read(text, zone)
  } catch (error) {
    if (error instanceof DateTimeError) return error.message
    throw error
  }
}

describe('a date and time', () => {
  test.for([
    ['2026-03-29T13:00:00Z', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29t13:00:00z', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T15:00:00+02:00', '2026-03-29T13:00:00.000Z'],
    // As `+` arrives in a query.
    ['2026-03-29T15:00:00 02:00', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29 15:00 02:00', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T09:30-03:30', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T13:00:00.123456789Z', '2026-03-29T13:00:00.123Z'],
    ['2026-03-29T13:00:00.9999Z', '2026-03-29T13:00:00.999Z'],
    ['2026-12-31T23:59:60Z', '2026-12-31T23:59:59.000Z'],
    ['2026-03-29T15:00:00+02:00[Europe/Berlin]', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T13:00:00Z[Europe/Berlin]', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T13:00:00-00:00[!Europe/Berlin]', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T15:00:00[+02:00]', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T15:00:00[Europe/Berlin][u-ca=hebrew][x-y=z]', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T15:00:00+02:00[!u-ca=gregory]', '2026-03-29T13:00:00.000Z'],
    ['2026-03-29T15:00[Europe/Kiev]', '2026-03-29T12:00:00.000Z'],
    ['2026-12-24T15:00:00-05:00[Etc/GMT 5]', '2026-12-24T20:00:00.000Z'],
    ['2026-12-24T15:00[Etc/GMT+5]', '2026-12-24T20:00:00.000Z'],
    ['2026-12-24T15:00:00.1234567890Z', '2026-12-24T15:00:00.123Z'],
    ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', ([text = '', at]) => {
    expect(read(text)).toBe(`${at} exact`)
  })

  test('alone is in the given zone', () => {
    expect(read('2026-07-01T15:00', 'Asia/Kolkata')).toBe('2026-07-01T09:30:00.000Z exact')
  })

  test.for([
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z skipped'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z repeated'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z skipped'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z repeated'],
    ['2026-03-29T01:30', 'Antarctica/Troll', '2026-03-29T01:30:00.000Z skipped'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z exact'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z exact'],
  ])('%s in %s is %s', ([text = '', zone = '', expected]) => {
    expect(read(text, zone)).toBe(expected)
    expect(read(`${text}[${zone}]`)).toBe(expected)
  })

  test('is what Temporal makes of it, around every change of a year', () => {
    const zones = ['America/New_York', 'Australia/Lord_Howe', 'Antarctica/Troll', 'Asia/Gaza']
    const unequal = zones.flatMap((zone) =>
      Array.from({ length: 365 * 48 }, (_, index) =>
        new Date(Date.UTC(2023, 0, 1) + index * 1_800_000).toISOString().slice(0, 16),
      ).filter((wall) => {
        const { epochMilliseconds } = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone)
        return resolveDateTime(wall, zone).at.getTime() !== epochMilliseconds
      }),
    )
    expect(unequal).toEqual([])
  })

  test.for([
    ['2026-03-29T15:00', /^must be an instant/],
    ['tomorrow', /^must be an instant/],
    ['', /^must be an instant/],
    ['2026-02-30T15:00Z', /^must be an instant/],
    ['2026-03-29T24:00Z', /^must be an instant/],
    ['2026-03-29T15:60Z', /^must be an instant/],
    ['2026-03-29T15:00:00+25:00', /^must be an instant/],
    ['2026-03-29T15:00:00+0200', /^must be an instant/],
    ['2026-03-29T15:00[Europe/Berlin', /^must be an instant/],
    ['2026-03-29', /^must be an instant/],
    ['1774789200', /^must be an instant/],
    ['2026-03-29T15:00[Mars/Phobos]', /^has a time zone that is not known here: Mars\/Phobos$/],
    ['2026-03-29T15:00+02:00[Mars/Phobos]', /^has a time zone that is not known here: Mars\/Phobos$/],
    ['2026-03-29T15:00[]', /^must be an instant/],
    ['2026-03-29T15:00[\u202eEurope/Berlin]', /^must be an instant/],
    ['2026-03-29T15:00[Europe!/Berlin]', /^has a time zone that is not known/],
    ['2026-03-29T02:30+01:00[Europe/Berlin]', /leave out one of them$/],
    [
      '2026-03-29T15:00:00+03:00[Europe/Berlin]',
      /^has the offset \+03:00, which Europe\/Berlin does not have/,
    ],
    ['2026-10-25T02:30:00+03:00[Europe/Berlin]', /^has the offset/],
    ['2026-03-29T15:00[Europe/Berlin][!x=y]', /^has a suffix that is not known here: \[!x=y\]$/],
    ['2026-03-29T15:00[Europe/Berlin][Asia/Tokyo]', /^has a suffix/],
    ['2026-03-29T15:00[Europe/Berlin][!u-ca=hebrew]', /^has a suffix/],
  ] as const)('%s is refused with a reason', ([text, message]) => {
    expect(messageFor(text)).toMatch(message)
  })

  test('that is not a wall time alone is refused where somebody’s zone is given', () => {
    for (const text of ['2026-03-29T15:00Z', '2026-03-29T15:00[Europe/Berlin]', 'tomorrow'])
      expect(messageFor(text, 'Asia/Tokyo')).toMatch(/^must be a wall time/)
  })

  test('that a clock change repeats is exact with its offset', () => {
    expect(read('2026-10-25T02:30:00+01:00[Europe/Berlin]')).toBe('2026-10-25T01:30:00.000Z exact')
  })
})
