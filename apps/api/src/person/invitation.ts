import { hash } from 'node:crypto'
import { cleanText, type contract, readUnregistered, userIdSchema } from '@timezone-registry/contract'
import { readDuration, readMoment } from '@timezone-registry/zones/meeting-link'
import { createTimeFormat } from '@timezone-registry/zones/time-format'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import type * as z from 'zod'
import type { TimezoneRecord } from '../records/record.ts'
import type { Places } from './describe-person.ts'
import { escapeMarkup, shorten } from './markup.ts'
import { NOT_LISTED, previewTags } from './preview-tags.ts'
import type { Reader } from './reader.ts'
import type { Served } from './served-page.ts'

/** A meeting as a stranger with its link sees it. */
export type Meeting = {
  at: Date
  minutes: number
  /** Empty if nobody named it. */
  name: string
  people: readonly Pick<TimezoneRecord, 'username' | 'timezone'>[]
  /** Who suggests it; without a name, somebody who has no record and is known by their zone. */
  organizer: { username?: string; timezone: string } | undefined
  /** The same for the same organizer, moment and people, in any order. */
  uid: string
}

const MAX_PEOPLE = 100
const MAX_NAME_CHARACTERS = 40
const DAY = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const

type MeetingLink = z.output<typeof contract.getMeetingPage.query>

type Known = {
  findAsStranger: (userId: string) => Promise<TimezoneRecord | undefined>
  zoneNames: ZoneNames
}

/** Resolves to undefined for a link without a moment from 2000 to 2099. */
export async function describeMeeting(
  { ids = '', by = '', ...link }: MeetingLink,
  { findAsStranger, zoneNames }: Known,
): Promise<Meeting | undefined> {
  const at = readMoment(link.at)
  if (at === undefined) return undefined
  const named = [...new Set([by, ...ids.split(',')])].filter((id) => userIdSchema.safeParse(id).success)
  const userIds = named.slice(0, MAX_PEOPLE)
  const found = userIds.filter((id) => readUnregistered(id) === undefined).map(findAsStranger)
  const records = (await Promise.all(found)).filter((record) => record !== undefined)
  const unregistered = userIds.flatMap((id) => {
    const { name: username = '', timezone = '' } = readUnregistered(cleanText(id)) ?? {}
    const zone = zoneNames.find(timezone)
    return username === '' || zone === undefined ? [] : [{ username, timezone: zone }]
  })
  const timezone = zoneNames.find(link.zone ?? '')
  return {
    at: new Date(at),
    minutes: readDuration(link.minutes),
    name: shorten(cleanText(link.name ?? ''), MAX_NAME_CHARACTERS),
    people: [...records, ...unregistered],
    organizer: records.find(({ userId }) => userId === by) ?? (timezone && { timezone }),
    uid: hash('sha256', JSON.stringify([by || timezone, at, userIds.toSorted()]), 'hex').slice(0, 32),
  }
}

/** What a clock shows, in milliseconds as if it were UTC; UTC in a zone that this release of the tz database does not have. */
export function localTime(timezone: string, at: Date): number {
  return at.getTime() + (findZoneTime(timezone, at)?.utcOffsetSeconds ?? 0) * 1000
}

/** A meeting in a reader's words. */
type Invitation = ReturnType<typeof toInvitation>

export function toInvitation(
  meeting: Meeting,
  { language, t, locale, formatters }: Reader,
  /** The origin is undefined if it is not known. The query is that of the link, with its question mark. */
  { places, origin, query }: { places: Places; origin: string | undefined; query: string },
) {
  const { at, minutes, name, people } = meeting
  const times = createTimeFormat(locale, formatters)
  const end = new Date(at.getTime() + minutes * 60_000)
  const shown = people.map(({ username }) => shorten(username, MAX_NAME_CHARACTERS))
  const names = formatters.list(locale, { type: 'conjunction' }).format(shown)
  return {
    language,
    t,
    title: name || (names === '' ? t('meeting.untitled') : t('meeting.title', { names })),
    /** `Mon, 29 March 2027 · 14:00–15:00`: from when until when it is in a zone. */
    spanIn: (timezone: string) => {
      const start = localTime(timezone, at)
      return `${times.date(start, DAY)} · ${times.range(start, localTime(timezone, end))}`
    },
    placeOf: (timezone: string) => places.placeOf(timezone, language),
    pathTo: (path: string) => path + query,
    linkTo: (path: string) => origin && origin + path + query,
  }
}

/** The meeting's page for a reader, whose zone may be known. */
export function toServedInvitation(
  { at, people, organizer }: Meeting,
  { language, t, title, spanIn, placeOf, pathTo, linkTo }: Invitation,
  timezone: string | undefined,
): Served {
  const from = organizer?.username === undefined ? '' : t('meeting.from', { name: organizer.username })
  const nameOf = (zone: string) => (zone === 'UTC' ? zone : placeOf(zone))
  const in_ = (zone: string) => `${spanIn(zone)} · ${nameOf(zone)}`
  const [first = 'UTC', ...rest] = new Set([organizer?.timezone ?? 'UTC', 'UTC'])
  const anyones = [first, ...rest].map(in_)
  const others = timezone
    ? [t('meeting.yours', { place: placeOf(timezone) })]
    : [nameOf(first), ...rest.map(in_)]
  const tags = previewTags({
    title,
    description: [...anyones, from].filter((part) => part !== '').join(' · '),
    url: linkTo('/meet'),
    image: linkTo('/meeting.png'),
  })
  return {
    language,
    tags: [...tags, NOT_LISTED],
    // As `apps/web/src/invitation/invitation-page.tsx`, which takes its place.
    main: [
      `<div class="page py-4 lg:py-6"><section class="mx-auto grid max-w-160 gap-3 py-6" data-served lang="${language}">`,
      `<p class="text-muted" dir="auto">${escapeMarkup(from)}</p>`,
      `<h2 class="wrap-anywhere font-semibold text-lg" dir="auto">${escapeMarkup(title)}</h2>`,
      `<p class="text-balance font-semibold text-xl tabular-nums"><time datetime="${at.toISOString()}">${escapeMarkup(spanIn(timezone ?? first)).replace(/^(.*) ·/, '<span class="inline-block">$1&nbsp;·</span>')}</time></p>`,
      ...others.map((line) => `<p class="text-muted">${escapeMarkup(line)}</p>`),
      `<p class="mt-2 mb-4 flex flex-wrap gap-2 print:hidden"><a class="button button-primary" href="${escapeMarkup(pathTo('/meeting.ics'))}">${t('meeting.addToCalendar')}</a></p>`,
      '<ul class="grid gap-3">',
      ...people.map(
        ({ username, timezone }) =>
          `<li><bdi class="font-semibold" translate="no">${escapeMarkup(username)}</bdi><span class="block text-muted text-sm">${escapeMarkup(in_(timezone))}</span></li>`,
      ),
      '</ul></section></div>',
    ].join(''),
  }
}
