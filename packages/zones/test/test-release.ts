import builtIn from 'moment-timezone/data/packed/latest.json' with { type: 'json' }
import moment from 'moment-timezone/moment-timezone-utils.js'
import type { ZoneRelease } from '../src/zone-release.ts'

/** The built-in release under another version, with some zones replaced. Load one with the same names: they stay. */
export function createTestRelease(version: string, replaced: Record<string, string> = {}): ZoneRelease {
  const zones = builtIn.zones.map((zone) => replaced[zone.slice(0, zone.indexOf('|'))] ?? zone)
  return { version, zones, links: [...builtIn.links] }
}

/** The built-in release itself, to be loaded at the end of a test: the files of one worker share their modules. */
export const builtInRelease = () => createTestRelease(builtIn.version)

/** A zone whose clocks never change after a moment. */
export function withoutChangesAfter(name: string, at: number): string {
  const { untils, offsets, abbrs } = moment.tz.unpack(builtInZone(name))
  const last = untils.findIndex((until) => until > at)
  const kept = <Value>(values: Value[]) => values.slice(0, last + 1)
  return moment.tz.pack({ name, untils: kept(untils), offsets: kept(offsets), abbrs: kept(abbrs) })
}

/** A zone with one offset at all times. */
export function withOffset(name: string, hoursEast: number): string {
  return moment.tz.pack({
    name,
    untils: [Number.POSITIVE_INFINITY],
    offsets: [hoursEast * -60],
    abbrs: ['NEW'],
  })
}

function builtInZone(name: string): string {
  return builtIn.zones.find((zone) => zone.startsWith(`${name}|`)) ?? ''
}
