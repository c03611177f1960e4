import { describe, expect, test } from 'vitest'
import { type Availability, daysOf, stateAt, withLead } from './days.ts'
import { zoneClock } from './zone-clock.ts'

type Week = NonNullable<Availability['weekly']>
const WEEKDAYS: Week = [{ days: ['mo', 'tu', 'we', 'th', 'fr'], from: '09:00', to: '17:00' }]
const NIGHTS: Week = [{ days: ['sa'], from: '22:00', to: '02:30' }]

/** What somebody does at an instant, which is now unless it is said. */
function stateIn(timezone: string, instant: string, said?: Availability, isNow = true) {
  const at = Date.parse(instant)
  const span = { from: at, until: at }
  const clock = zoneClock(timezone, withLead(span))
  return clock && stateAt(daysOf(clock, span, said), at, isNow)
}

describe('people who have said when are available', () => {
  test.for([
    ['on their days', 'Europe/Berlin', '2026-03-27T07:59Z', WEEKDAYS, 'away'],
    ['on their days', 'Europe/Berlin', '2026-03-27T08:00Z', WEEKDAYS, 'available'],
    ['not on others', 'Europe/Berlin', '2026-03-28T08:00Z', WEEKDAYS, 'away'],
    ['by their clock after it went forward', 'Europe/Berlin', '2026-03-30T06:59Z', WEEKDAYS, 'away'],
    ['by their clock after it went forward', 'Europe/Berlin', '2026-03-30T07:00Z', WEEKDAYS, 'available'],
    ['before midnight', 'America/New_York', '2026-11-01T03:00Z', NIGHTS, 'available'],
    ['past midnight', 'America/New_York', '2026-11-01T05:59Z', NIGHTS, 'available'],
    ['through the hour that comes again', 'America/New_York', '2026-11-01T07:29Z', NIGHTS, 'available'],
    ['no longer than they said', 'America/New_York', '2026-11-01T07:30Z', NIGHTS, 'away'],
    ['never in an empty week', 'Asia/Tokyo', '2026-06-15T03:00Z', [], 'away'],
  ] as const)('%s (%s, %s)', ([_, timezone, at, weekly, state]) => {
    expect(stateIn(timezone, at, { weekly })).toBe(state)
    expect(stateIn(timezone, at, { weekly, state: 'available' }, false)).toBe(state)
  })

  test('only now, if that is all they have said', () => {
    const noon = '2026-06-15T12:00Z'
    expect(stateIn('UTC', noon, { state: 'away' })).toBe('away')
    expect(stateIn('UTC', '2026-06-15T03:00Z', { state: 'available' })).toBe('available')
    expect(stateIn('UTC', noon, { state: 'away' }, false)).toBe('awake')
  })
})
