import { hash } from 'node:crypto'
import { cleanText, type contract, userIdSchema } from '@timezone-registry/contract'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import type * as z from 'zod'
import type { TimezoneRecord } from '../records/record.ts'
import { shorten } from './markup.ts'

/** A meeting as a stranger with its link sees it. */
export type Meeting = {
  at: Date
  minutes: number
  /** Empty if nobody named it. */
  name: string
  people: readonly TimezoneRecord[]
  /** Who suggests it; without a name, somebody who has no record and is known by their zone. */
  organizer: { username?: string; timezone: string } | undefined
  /** The same for the same organizer, moment and people, in any order. */
  uid: string
}

// Other texts are dates, or times of this machine.
const INSTANT = /^20\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.]\d+)?)?(?:Z|[+-]\d\d:\d\d)$/
const DURATIONS = [30, 60, 120]
const USUAL_DURATION = 60
const MAX_PEOPLE = 100
/** How much is shown of a name. */
export const MAX_NAME_CHARACTERS = 40

type MeetingLink = z.output<typeof contract.getMeetingPage.query>

type Known = {
  findAsStranger: (userId: string) => Promise<TimezoneRecord | undefined>
  zoneNames: Pick<ZoneNames, 'find'>
}

/** Resolves to undefined for a link without a moment from 2000 to 2099. */
export async function describeMeeting(
  { ids = '', by = '', ...link }: MeetingLink,
  { findAsStranger, zoneNames }: Known,
): Promise<Meeting | undefined> {
  const at = new Date(INSTANT.exec(link.at ?? '')?.[0] ?? Number.NaN)
  if (Number.isNaN(at.getTime())) return undefined
  const named = [...new Set([by, ...ids.split(',')])].filter((id) => userIdSchema.safeParse(id).success)
  const userIds = named.slice(0, MAX_PEOPLE)
  const records = await Promise.all(userIds.map(findAsStranger))
  const people = records.filter((record) => record !== undefined)
  const timezone = zoneNames.find(link.zone ?? '')
  const minutes = Number(link.minutes)
  return {
    at,
    minutes: DURATIONS.includes(minutes) ? minutes : USUAL_DURATION,
    name: shorten(cleanText(link.name ?? ''), MAX_NAME_CHARACTERS),
    people,
    organizer: people.find(({ userId }) => userId === by) ?? (timezone && { timezone }),
    uid: hash('sha256', JSON.stringify([by || timezone, at.getTime(), userIds.toSorted()]), 'hex').slice(
      0,
      32,
    ),
  }
}

/** What a clock shows, in milliseconds as if it were UTC; UTC in a zone that this release of the tz database does not have. */
export function localTime(timezone: string, at: Date): number {
  return at.getTime() + (findZoneTime(timezone, at)?.utcOffsetSeconds ?? 0) * 1000
}
