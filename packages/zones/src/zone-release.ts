import { setImmediate } from 'node:timers/promises'
import moment from 'moment-timezone'

/** A release of the tz database as data: its zones as `moment-timezone` packs them, and its links as `target|name`. */
export type ZoneRelease = { version: string; zones: string[]; links: string[] }

/** The release that the service has without a file. */
export const BUILT_IN_RELEASE: string = moment.tz.dataVersion

const NAME = /^[A-Z][\w+-]*(?:\/[\w+-]+)*$/i
const MAX_OFFSET_MINUTES = 26 * 60
const MAX_LISTED = 5
// Reading a zone takes up to half a millisecond.
const ZONES_PER_TURN = 20

/**
 * Replaces the zones of the whole process, which every offset is read from. A link gets a copy of its zone, because
 * `moment-timezone` keeps what it has read of a link.
 */
export function replaceZones({ version, zones, links }: ZoneRelease): void {
  const packed = new Map(zones.map((zone) => [nameOf(zone), zone]))
  const copies = splitLinks(links).map(([target, name]) => name + packed.get(target)?.slice(target.length))
  moment.tz.load({ version, zones: [...zones, ...copies], links: [] })
}

/** The target of each link. */
export function targetsOf({ links }: Pick<ZoneRelease, 'links'>): Map<string, string> {
  return new Map(splitLinks(links).map(([target, name]) => [name, target]))
}

/**
 * Rejects with what is wrong with a release: it must have every accepted name, and zones whose changes are in order.
 * Lets other requests through between its zones.
 */
export async function checkRelease(release: ZoneRelease, accepted: readonly string[]): Promise<void> {
  const targets = new Set<string>()
  for (const [index, zone] of release.zones.entries()) {
    if (index % ZONES_PER_TURN === 0) await setImmediate()
    targets.add(checkZone(zone))
  }
  const links = targetsOf(release)
  for (const [name, target] of links)
    if (!targets.has(target) || !NAME.test(name)) throw new Error(`its link ${name} leads to no zone`)
  const names = new Set([...targets, ...links.keys()])
  if (
    new Set([...names].map((name) => name.toLowerCase())).size <
    release.zones.length + release.links.length
  )
    throw new Error('it has a name twice')
  const missing = accepted.filter((name) => !names.has(name))
  if (missing.length > 0)
    throw new Error(
      `it lacks ${missing.length} of the names that are accepted now: ${missing.slice(0, MAX_LISTED).join(', ')}${missing.length > MAX_LISTED ? ', …' : ''}`,
    )
}

/** The zone's name. */
function checkZone(packed: string): string {
  const name = nameOf(packed)
  const { untils, offsets, abbrs } = unpack(packed)
  const isRising = untils.every((until, index) => index === 0 || until > (untils[index - 1] ?? Number.NaN))
  if (!NAME.test(name)) throw new Error('it has a zone without a valid name')
  if (!isRising || untils.at(-1) !== Number.POSITIVE_INFINITY)
    throw new Error(`the changes of ${name} are not in order`)
  if (!offsets.every((offset) => Math.abs(offset) <= MAX_OFFSET_MINUTES) || abbrs.includes(undefined))
    throw new Error(`${name} has an offset that no clock has`)
  return name
}

function unpack(packed: string): { untils: number[]; offsets: number[]; abbrs: (string | undefined)[] } {
  try {
    return moment.tz.unpack(packed)
  } catch {
    throw new Error(`the zone ${nameOf(packed)} is incomplete`)
  }
}

function nameOf(packed: string): string {
  return packed.slice(0, packed.indexOf('|'))
}

function splitLinks(links: readonly string[]): [target: string, name: string][] {
  return links.map((link) => {
    const [target = '', name = ''] = link.split('|')
    return [target, name]
  })
}
