import { afterEach, expect, test } from 'vitest'
import { builtInRelease, createTestRelease, withOffset } from '../test/test-release.ts'
import { createZoneNames } from './zone-names.ts'
import { checkRelease, type ZoneRelease } from './zone-release.ts'
import { findZoneTime } from './zone-times.ts'

const zoneNames = createZoneNames()
const now = new Date()
afterEach(() => zoneNames.load(builtInRelease()))

test('a release that is loaded has the offsets of zones and links that were read before, and its own links', () => {
  const before = [...zoneNames.all]
  for (const name of ['Asia/Tokyo', 'Japan']) findZoneTime(name, now)
  zoneNames.load(createTestRelease('2099a', { 'Asia/Tokyo': withOffset('Asia/Tokyo', 10) }))
  for (const name of ['Asia/Tokyo', 'Japan'])
    expect(findZoneTime(name, now)).toMatchObject({ utcOffsetSeconds: 36_000, abbreviation: 'NEW' })
  expect(zoneNames.release).toBe('2099a')
  expect(zoneNames.isBuiltIn).toBe(false)
  expect(zoneNames.all).toEqual(before)
  expect(zoneNames.find('asia/tokyo')).toBe('Asia/Tokyo')
  expect(createZoneNames().release).toBe('2099a')
})

const TOKYO = 'Asia/Tokyo'

test.for([
  ['the changes of Asia/Tokyo are not in order', 'Asia/Tokyo|LMT JST|-9i.X -90|010|-2sw2a -5'],
  ['Asia/Tokyo has an offset that no clock has', 'Asia/Tokyo|JST|-rj0|0|'],
  ['Asia/Tokyo has an offset that no clock has', 'Asia/Tokyo|JST|-90|01|5'],
  ['the zone Asia/Tokyo is incomplete', 'Asia/Tokyo|JST|-90'],
  ['it has a zone without a valid name', '<b>|JST|-90|0|'],
] as const)('it is wrong if %s', async ([problem, packed]) => {
  const release = createTestRelease('2099a', { [TOKYO]: packed })
  await expect(checkRelease(release, zoneNames.all)).rejects.toThrow(problem)
})

test('a release is wrong if it lacks an accepted name, has one twice, or has a link to no zone', async () => {
  const { version, zones, links } = builtInRelease()
  const check = (change: Partial<ZoneRelease>) =>
    checkRelease({ version, zones, links, ...change }, zoneNames.all)
  const others = zones.filter((zone) => !zone.startsWith(TOKYO))
  const otherLinks = links.filter((link) => !link.startsWith(TOKYO))
  await expect(check({ zones: others, links: otherLinks })).rejects.toThrow(
    'it lacks 2 of the names that are accepted now: Asia/Tokyo, Japan',
  )
  await expect(check({ zones: others })).rejects.toThrow('its link Japan leads to no zone')
  await expect(check({ links: [...links, 'UTC|asia/tokyo'] })).rejects.toThrow(
    'its link asia/tokyo leads to no zone',
  )
  await expect(check({ links: [...links, 'Etc/UTC|asia/tokyo'] })).rejects.toThrow('it has a name twice')
  await check({})
})
