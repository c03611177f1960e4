import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { FindZoneTime } from '@timezone-registry/zones/zone-times'
import type { RouteHandlers } from '../http/endpoints.ts'
import type { TimezoneRecord } from './record.ts'
import type { VisibleRecords } from './visible-records.ts'

type TimeRoutesOptions = {
  visible: Pick<VisibleRecords, 'findMany'>
  zoneNames: Pick<ZoneNames, 'canonicalOf'>
  findZoneTime: FindZoneTime
  now?: () => Date
}

/** The route that returns users' local times. */
export function createTimeRoutes(options: TimeRoutesOptions): RouteHandlers<'getTimes'> {
  const { visible, zoneNames, findZoneTime, now = () => new Date() } = options

  /** Undefined for a zone name that another program stored and that is not in this release of the tz database. */
  function toUserTime({ username, timezone }: TimezoneRecord, instant: Date) {
    const time = findZoneTime(timezone, instant)
    if (time === undefined) return undefined
    const { utcOffsetSeconds, abbreviation, localTime, nextTransition } = time
    return {
      username,
      timezone,
      canonical: zoneNames.canonicalOf(timezone),
      utc_offset_seconds: utcOffsetSeconds,
      abbreviation,
      local_time: localTime,
      next_transition: nextTransition
        ? { at: nextTransition.at.toISOString(), utc_offset_seconds: nextTransition.utcOffsetSeconds }
        : null,
    }
  }

  return {
    getTimes: async ({ req, query: { ids } }) => {
      const records = await visible.findMany(req, ids)
      // The same instant for all users, taken after the wait for the database.
      const instant = now()
      const times = records.flatMap((record) => {
        const time = record && toUserTime(record, instant)
        return record && time ? [[record.userId, time] as const] : []
      })
      const users = Object.fromEntries(times)
      return { status: 200, body: { users, missing: ids.filter((id) => !Object.hasOwn(users, id)) } }
    },
  }
}
