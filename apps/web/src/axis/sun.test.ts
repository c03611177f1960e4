import { expect, test } from 'vitest'
import { spanAround } from '../clock/span.ts'
import { isPolarDay, sunEvents } from './sun.ts'

const TROMSO = [69.65, 18.95] as const

// As almanacs print them.
test.for([
  ['Berlin in June', [52.5, 13.37], '2026-06-21T11:00Z', '2026-06-21T02:43Z', '2026-06-21T19:33Z'],
  ['Reykjavík in December', [64.15, -21.85], '2026-12-21T13:00Z', '2026-12-21T11:22Z', '2026-12-21T15:29Z'],
  ['Quito in March', [-0.22, -78.5], '2026-03-20T17:00Z', '2026-03-20T11:18Z', '2026-03-20T23:24Z'],
  ['Sydney in December', [-33.87, 151.22], '2026-12-21T02:00Z', '2026-12-20T18:41Z', '2026-12-21T09:05Z'],
] as const)('the sun rises and sets in %s when it does', ([, place, noon, rise, set]) => {
  const { from, until } = spanAround(Date.parse(noon))
  const events = sunEvents(place, { from, until }).filter(({ at }) => at > from && at < until)
  expect(events.map(({ isRise }) => isRise)).toEqual([true, false])
  for (const [index, at] of [rise, set].entries())
    expect(Math.abs((events[index]?.at ?? 0) - Date.parse(at)) / 60_000).toBeLessThanOrEqual(2)
})

test('the sun neither rises nor sets in a polar night and a polar day', () => {
  const [winter, summer] = ['2026-12-21T11:00Z', '2026-06-21T11:00Z'].map((text) => Date.parse(text))
  if (winter === undefined || summer === undefined) throw new Error('No dates')
  for (const at of [winter, summer]) expect(sunEvents(TROMSO, spanAround(at))).toEqual([])
  expect([isPolarDay(TROMSO, winter), isPolarDay(TROMSO, summer)]).toEqual([false, true])
})
