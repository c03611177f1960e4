import moment from 'moment-timezone'

/** What a clock in a zone shows. Offsets are seconds east of UTC. */
type ZoneTime = {
  utcOffsetSeconds: number
  /** Such as `CET`; `+03` if the zone has no abbreviation. */
  abbreviation: string
  /** RFC 3339 to the second, with the offset. */
  localTime: string
  /** When the offset changes next; undefined if no change is known. */
  nextTransition: { at: Date; utcOffsetSeconds: number } | undefined
}

/** Undefined for a name that is not in this release of the tz database. */
export type FindZoneTime = (zone: string, now: Date) => ZoneTime | undefined

/** Uses the package's own copy of the tz database, because Node's is older. */
export const findZoneTime: FindZoneTime = (name, now) => {
  const zone = moment.tz.zone(name)
  if (zone === null) return undefined
  const { untils, offsets, abbrs } = zone
  // Each entry applies until its `untils`, which is infinite for the last one.
  const index = untils.findIndex((until) => now.getTime() < until)
  const utcOffsetSeconds = secondsEast(offsets[index])
  return {
    utcOffsetSeconds,
    abbreviation: abbrs[index] ?? '',
    localTime: formatLocal(now, utcOffsetSeconds),
    nextTransition: findNext(zone, index),
  }
}

/** The offset of a zone at a moment in minutes east of UTC, as the search needs it; undefined as above. */
export function findOffsetMinutes(name: string, at: number): number | undefined {
  const minutesWest = moment.tz.zone(name)?.utcOffset(at)
  return minutesWest === undefined ? undefined : Math.round(-minutesWest) + 0
}

/** What the time in a zone is called at a moment; undefined as above. */
export function findAbbreviation(name: string, at: number): string | undefined {
  return moment.tz.zone(name)?.abbr(at)
}

/** The offset at the beginning of a period, and every change of it until its end. Seconds east of UTC. */
export type ZoneOffsets = {
  utc_offset_seconds: number
  transitions: { at: string; utc_offset_seconds: number }[]
}

/** Undefined for a name that is not in this release of the tz database. */
export function findOffsets(
  name: string,
  { from, until }: { from: Date; until: Date },
): ZoneOffsets | undefined {
  const first = findZoneTime(name, from)
  if (first === undefined) return undefined
  const transitions: ZoneOffsets['transitions'] = []
  let next = first.nextTransition
  while (next !== undefined && next.at < until) {
    transitions.push({ at: next.at.toISOString(), utc_offset_seconds: next.utcOffsetSeconds })
    next = findZoneTime(name, next.at)?.nextTransition
  }
  return { utc_offset_seconds: first.utcOffsetSeconds, transitions }
}

/** Skips entries that change only the abbreviation. */
function findNext({ untils, offsets }: { untils: number[]; offsets: number[] }, index: number) {
  const next = offsets.findIndex((offset, later) => later > index && offset !== offsets[index])
  const at = untils[next - 1]
  return next < 0 || at === undefined
    ? undefined
    : { at: new Date(at), utcOffsetSeconds: secondsEast(offsets[next]) }
}

/** From minutes west of UTC, as the package has them. */
function secondsEast(minutesWest = 0): number {
  return Math.round(minutesWest * -60) + 0
}

function formatLocal(now: Date, offsetSeconds: number): string {
  const local = new Date(now.getTime() + offsetSeconds * 1000).toISOString().slice(0, 19)
  const minutes = Math.abs(Math.trunc(offsetSeconds / 60))
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${local}${offsetSeconds < 0 ? '-' : '+'}${clock.join(':')}`
}
