import { expect, test } from 'vitest'
import { localAt, offsetAt, zoneClock } from './zone-clock.ts'

const at = (text: string) => Date.parse(text)
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']

test.for(ZONES)('the clock of %s agrees with Temporal for a year, across its clock changes', (timezone) => {
  const [from, until] = [at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z')]
  const clock = zoneClock(timezone, { from, until })
  for (let moment = from; clock !== undefined && moment < until; moment += 7.25 * 3_600_000) {
    const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone)
    expect(offsetAt(clock, moment) * 60e9).toBe(there.offsetNanoseconds)
    const { day, minute } = localAt(clock, moment)
    expect(minute).toBe(there.hour * 60 + there.minute)
    expect(day).toBe(Temporal.PlainDate.from('1970-01-01').until(there.toPlainDate()).days)
  }
  expect(clock?.timezone).toBe(timezone)
})

test('a zone that the browser does not know has no clock', () => {
  expect(zoneClock('Mars/Olympus_Mons', { from: 0, until: 1 })).toBeUndefined()
})
