import { expect, test } from 'vitest'
import { daysOf } from '../clock/days.ts'
import { type ZoneClock, zoneClock } from '../clock/zone-clock.ts'
import { aroundNow, nextBothAwake } from './two-days.tsx'

function bothAwake(zones: readonly [string, string], text: string) {
  const now = Date.parse(text)
  const around = aroundNow(now)
  const [one, other] = zones.map((zone) => daysOf(zoneClock(zone, around) as ZoneClock, around))
  const both = one && other && nextBothAwake([one, other], now)
  return both && [both.from, both.until].map((at) => new Date(at).toISOString().slice(0, 16))
}

test.for([
  // 16:00 to 23:00 in Chicago.
  [
    'later today',
    ['Asia/Tokyo', 'America/Chicago'],
    '2026-11-25T19:36Z',
    '2026-11-25T22:00',
    '2026-11-26T05:00',
  ],
  [
    'from before now',
    ['Asia/Tokyo', 'America/Chicago'],
    '2026-11-26T01:10Z',
    '2026-11-25T22:00',
    '2026-11-26T05:00',
  ],
  [
    'at an odd offset',
    ['Asia/Kathmandu', 'Europe/Berlin'],
    '2026-11-25T05:00Z',
    '2026-11-25T06:00',
    '2026-11-25T17:15',
  ],
  [
    'over a clock change',
    ['Europe/Berlin', 'Asia/Tokyo'],
    '2026-03-28T22:30Z',
    '2026-03-29T05:00',
    '2026-03-29T14:00',
  ],
] as const)('two people are both awake %s', ([, zones, now, from, until]) => {
  expect(bothAwake(zones, now)).toEqual([from, until])
})
