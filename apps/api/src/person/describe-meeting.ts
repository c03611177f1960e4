import { hash } from 'node:crypto'
import { cleanText, userIdSchema } from '@timezone-registry/contract'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import type { TimezoneRecord } from '../records/record.ts'
import type { Reader } from './describe-person.ts'
import { shorten } from './markup.ts'

/** What the link of a meeting carries. */
export type MeetingLink = {
  [part in 'at' | 'by' | 'ids' | 'minutes' | 'name' | 'zone']?: string | undefined
}

/** A meeting as a stranger with its link sees it. */
export type Meeting = {
  at: Date
  minutes: number
  /** Empty if nobody named it. */
  name: string
  people: { name: string; timezone: string }[]
  /** Who suggests it. The name is empty for somebody without a record, known by their zone. */
  organizer: { name: string; timezone: string } | undefined
  /** The same for the same organizer, moment and people, in any order. */
  uid: string
}

export type DescribeMeeting = ReturnType<typeof createDescribeMeeting>

// Other texts are dates, or times of this machine.
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.]\d+)?)?(?:Z|[+-]\d\d:\d\d)$/
const DURATIONS = [30, 60, 120]
const USUAL_DURATION = 60
const [FIRST_YEAR, LAST_YEAR] = [2000, 2099]
const MAX_PEOPLE = 100
const MAX_NAME_CHARACTERS = 40

type DescribeMeetingOptions = {
  findAsStranger: (userId: string) => Promise<TimezoneRecord | undefined>
  zoneNames: Pick<ZoneNames, 'find'>
}

/** Resolves to undefined for a link without a moment from 2000 to 2099. */
export function createDescribeMeeting({ findAsStranger, zoneNames }: DescribeMeetingOptions) {
  return async ({ ids = '', by = '', ...link }: MeetingLink): Promise<Meeting | undefined> => {
    const at = new Date(INSTANT.test(link.at ?? '') ? (link.at ?? '') : Number.NaN)
    if (!(at.getUTCFullYear() >= FIRST_YEAR && at.getUTCFullYear() <= LAST_YEAR)) return undefined
    const named = [...new Set([by, ...ids.split(',')])].filter((id) => userIdSchema.safeParse(id).success)
    const userIds = named.slice(0, MAX_PEOPLE)
    const records = (await Promise.all(userIds.map(findAsStranger))).filter((record) => record !== undefined)
    const zone = zoneNames.find(link.zone ?? '')
    const organizer = records.find(({ userId }) => userId === by)
    const minutes = Number(link.minutes)
    return {
      at,
      minutes: DURATIONS.includes(minutes) ? minutes : USUAL_DURATION,
      name: shorten(cleanText(link.name ?? ''), MAX_NAME_CHARACTERS),
      people: records.map(({ username, timezone }) => ({ name: username, timezone })),
      organizer:
        organizer === undefined
          ? zone && { name: '', timezone: zone }
          : { name: organizer.username, timezone: organizer.timezone },
      uid: hash('sha256', JSON.stringify([by || zone, at.getTime(), userIds.toSorted()]), 'hex').slice(0, 32),
    }
  }
}

/** What the meeting is called. */
export function titleOf({ name, people }: Meeting, { t, locale, formatters }: Reader): string {
  if (name !== '' || people.length === 0) return name || t('meeting.untitled')
  const names = people.map((person) => shorten(person.name, MAX_NAME_CHARACTERS))
  return t('meeting.title', { names: formatters.list(locale, { type: 'conjunction' }).format(names) })
}

/** `Mon, 29 March 2027 · 14:00–15:00`: from when until when it is in a zone. */
export function spanIn(timezone: string, { at, minutes }: Meeting, { locale, formatters }: Reader): string {
  const [start, end] = [at, new Date(at.getTime() + minutes * 60_000)].map(
    (moment) => moment.getTime() + offsetSeconds(timezone, moment) * 1000,
  ) as [number, number]
  const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const time = formatters.dateTime(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return `${formatters.dateTime(locale, day).format(start)} · ${time.format(start)}–${time.format(end)}`
}

/** Seconds east of UTC; 0 for a zone that this release of the tz database does not have. */
export function offsetSeconds(timezone: string, at: Date): number {
  return findZoneTime(timezone, at)?.utcOffsetSeconds ?? 0
}
