import { expect, test } from 'vitest'
import { isPolarDay, moonPhase, sunEvents, sunOver } from './sun.ts'

const HOUR_MS = 3_600_000
const dayAround = (at: number) => ({ from: at - 12 * HOUR_MS, until: at + 12 * HOUR_MS })
const TROMSO = [69.65, 18.95] as const

// As almanacs print them.
test.for([
  ['Berlin in June', [52.5, 13.37], '2026-06-21T11:00Z', '2026-06-21T02:43Z', '2026-06-21T19:33Z'],
  ['Reykjavík in December', [64.15, -21.85], '2026-12-21T13:00Z', '2026-12-21T11:22Z', '2026-12-21T15:29Z'],
  ['Quito in March', [-0.22, -78.5], '2026-03-20T17:00Z', '2026-03-20T11:18Z', '2026-03-20T23:24Z'],
  ['Sydney in December', [-33.87, 151.22], '2026-12-21T02:00Z', '2026-12-20T18:41Z', '2026-12-21T09:05Z'],
] as const)('the sun rises and sets in %s when it does', ([, place, noon, rise, set]) => {
  const { from, until } = dayAround(Date.parse(noon))
  const events = sunEvents(place, { from, until }).filter(({ at }) => at > from && at < until)
  expect(events.map(({ isRise }) => isRise)).toEqual([true, false])
  for (const [index, at] of [rise, set].entries())
    expect(Math.abs((events[index]?.at ?? 0) - Date.parse(at)) / 60_000).toBeLessThanOrEqual(2)
})

test('the sun neither rises nor sets in a polar night and a polar day', () => {
  const [winter, summer] = ['2026-12-21T11:00Z', '2026-06-21T11:00Z'].map((text) => Date.parse(text))
  if (winter === undefined || summer === undefined) throw new Error('No dates')
  for (const at of [winter, summer]) expect(sunEvents(TROMSO, dayAround(at))).toEqual([])
  expect([isPolarDay(TROMSO, winter), isPolarDay(TROMSO, summer)]).toEqual([false, true])
})

test('the sun is on the horizon when it rises and sets, highest at noon, and lowest at midnight', () => {
  const berlin = [52.5, 13.37] as const
  for (const text of ['2026-06-21T02:43Z', '2026-06-21T19:33Z'])
    expect(sunOver(berlin, Date.parse(text)).altitude).toBeCloseTo(-0.833, 0)
  expect(sunOver(berlin, Date.parse('2026-06-21T11:08Z')).altitude).toBeCloseTo(90 - 52.5 + 23.44, 1)
  expect(Math.abs(sunOver(berlin, Date.parse('2026-06-21T11:08Z')).past)).toBeLessThan(0.5)
  expect(sunOver(berlin, Date.parse('2026-12-21T23:05Z')).altitude).toBeCloseTo(-90 + 52.5 - 23.44, 1)
})

// As almanacs print them.
test.for([
  ['2026-08-12T17:37Z', 0],
  ['2026-11-17T11:48Z', 0.25],
  ['2026-11-24T14:53Z', 0.5],
  ['2026-12-01T06:09Z', 0.75],
] as const)('the moon has its phase on %s', ([text, phase]) => {
  const away = Math.abs(moonPhase(Date.parse(text)) - phase)
  expect(Math.min(away, 1 - away)).toBeLessThan(1 / 29.5)
})
