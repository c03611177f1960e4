import {
  DateTimeError,
  isTooFar,
  MAX_YEARS,
  type ResolvedTime,
  resolveDateTime,
} from '@timezone-registry/zones/date-time'
import { shownAvailability } from '@timezone-registry/zones/stored-availability'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import type { Request } from 'express'
import { type InvalidInput, NotFound, toInvalidInput } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import type { TimezoneRecord } from './record.ts'
import type { VisibleRecords } from './visibility.ts'

type TimeRoutesOptions = {
  visible: VisibleRecords
  zoneNames: ZoneNames
}

/** The route that returns users' local times. */
export function createTimeRoutes({ visible, zoneNames }: TimeRoutesOptions): RouteHandlers<'getTimes'> {
  function zoneOf(record: TimezoneRecord | undefined): string {
    if (record === undefined || findZoneTime(record.timezone, new Date()) === undefined)
      throw new NotFound('The user `of` has no record that you may see.')
    return record.timezone
  }

  /** Undefined for now. */
  async function findMoment(req: Request, { at, of }: { at?: string | undefined; of?: string | undefined }) {
    if (at === undefined && of !== undefined)
      throw invalid('of', 'needs `at`, a wall time in the zone of this user')
    if (at === undefined) return undefined
    req.call.headers['Cache-Control'] = 'no-cache'
    const zone = of === undefined ? undefined : zoneOf((await visible.findMany(req, [of]))[0])
    return resolve(at, zone)
  }

  return {
    getTimes: async ({ req, query: { ids, ...wanted } }) => {
      const moment = await findMoment(req, wanted)
      const records = await visible.findMany(req, ids)
      // The same instant for all users, taken after the wait for the database.
      const instant = moment?.at ?? new Date()
      const times = records.flatMap((record) => {
        const time = record && toUserTime(record, zoneNames, { at: instant, isNow: moment === undefined })
        return record && time ? [[record.userId, time] as const] : []
      })
      const users = Object.fromEntries(times)
      const missing = ids.filter((id) => !Object.hasOwn(users, id))
      const asked = moment && { at: moment.at.toISOString(), resolution: moment.resolution }
      return { status: 200, body: { ...asked, users, missing } }
    },
  }
}

/** Undefined for a zone name that another program stored and that is not in this release of the tz database. */
function toUserTime(
  { username, timezone, availability }: TimezoneRecord,
  { canonicalOf }: ZoneNames,
  when: { at: Date; isNow: boolean },
) {
  const time = findZoneTime(timezone, when.at)
  if (time === undefined) return undefined
  const { utcOffsetSeconds, abbreviation, localTime, nextTransition } = time
  return {
    username,
    timezone,
    canonical: canonicalOf(timezone),
    utc_offset_seconds: utcOffsetSeconds,
    abbreviation,
    local_time: localTime,
    zoned_time: `${localTime}[${timezone}]`,
    next_transition: nextTransition
      ? { at: nextTransition.at.toISOString(), utc_offset_seconds: nextTransition.utcOffsetSeconds }
      : null,
    availability: shownAvailability(availability, { zone: timezone, ...when }),
  }
}

/** Throws `InvalidInput` if the text is no moment, or one that is too far away. */
function resolve(text: string, zone: string | undefined): ResolvedTime {
  try {
    const moment = resolveDateTime(text, zone)
    if (!isTooFar(moment.at, new Date())) return moment
    throw invalid('at', `must be at most ${MAX_YEARS} years from now`)
  } catch (error) {
    throw error instanceof DateTimeError ? invalid('at', error.message) : error
  }
}

function invalid(path: 'at' | 'of', message: string): InvalidInput {
  return toInvalidInput([{ path: [path], message }])
}
