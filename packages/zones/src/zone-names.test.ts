import tzdata from 'tzdata' with { type: 'json' }
import { expect, test } from 'vitest'
import { createZoneNames } from './zone-names.ts'

const zoneNames = createZoneNames()

test('the list has every zone and link of tzdb, sorted, except the placeholder Factory', () => {
  const everything = Object.keys(tzdata.zones)
  expect(zoneNames.all).toEqual(everything.filter((name) => name !== 'Factory').toSorted())
  for (const link of [
    'America/Montreal',
    'Europe/Kiev',
    'Asia/Calcutta',
    'US/Pacific',
    'UTC',
    'GMT',
    'EST5EDT',
  ])
    expect(zoneNames.all).toContain(link)
  expect(zoneNames.release).toMatch(/^20\d\d[a-z]$/)
})

test('every name is found whatever its letter case, in IANA’s own spelling', () => {
  for (const name of zoneNames.all) {
    expect(zoneNames.find(name.toUpperCase())).toBe(name)
    expect(zoneNames.find(name.toLowerCase())).toBe(name)
  }
})

test('every name works in Intl', () => {
  for (const timeZone of zoneNames.all)
    expect(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone).not.toThrow()
})

test('every name has a canonical name, which is a name of the list and its own canonical name', () => {
  for (const name of zoneNames.all) {
    const canonical = zoneNames.canonicalOf(name)
    expect(zoneNames.all, name).toContain(canonical)
    expect(zoneNames.canonicalOf(canonical), name).toBe(canonical)
  }
})

test('a name that CLDR lacks has the canonical name of the zone it links to', () => {
  const withoutKiev = createZoneNames({ canonicalNames: new Map([['Europe/Kyiv', 'Europe/Kyiv']]) })
  expect(withoutKiev.canonicalOf('Europe/Kiev')).toBe('Europe/Kyiv')
  const withoutAny = createZoneNames({ canonicalNames: new Map() })
  expect(withoutAny.canonicalOf('Europe/Kiev')).toBe('Europe/Kyiv')
  for (const name of ['Europe/Kyiv', 'Mars/Phobos', 'toString'])
    expect(withoutAny.canonicalOf(name)).toBe(name)
})

test('properties of Object.prototype are not zones', () => {
  for (const name of ['constructor', '__proto__', 'toString', '', 'GMT+5', '+01:00'])
    expect(zoneNames.find(name)).toBeUndefined()
})
