import { expect, test } from 'vitest'
import { height, land, type MapZone, nextSpot, width, zones } from './world-map.ts'

const zoneOf = (name: string) => zones.find(({ zone }) => zone === name) as MapZone

test('the arrow keys reach every zone of the map', () => {
  const reached = new Set<MapZone>([zoneOf('Europe/Berlin')])
  for (const from of reached)
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const next = nextSpot(zones, from, key)
      if (next !== undefined) reached.add(next)
    }
  expect(zones.length).toBeGreaterThan(400)
  expect(zones.filter((zone) => !reached.has(zone))).toEqual([])
})

test.for([
  ['Europe/Berlin', 'ArrowLeft', 'Europe/Amsterdam'],
  ['Europe/Madrid', 'ArrowLeft', 'Europe/Lisbon'],
  ['America/Los_Angeles', 'ArrowRight', 'America/Phoenix'],
] as const)('from %s, %s leads to %s', ([from, key, to]) => {
  expect(nextSpot(zones, zoneOf(from), key)?.zone).toBe(to)
})

test('other keys lead nowhere, nor do the edges', () => {
  expect(nextSpot(zones, zoneOf('Europe/Berlin'), 'Home')).toBeUndefined()
  expect(nextSpot(zones, zones.at(-1) as MapZone, 'ArrowRight')).toBeUndefined()
})

test('every zone is on the map, most with an area, and the coasts are inside of it', () => {
  for (const { x, y } of zones) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(width)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(height)
  }
  expect(zones.filter(({ area }) => area === '').length).toBeLessThan(40)
  expect(land.length).toBeGreaterThan(5000)
})
