import { createTimeFormat } from '@timezone-registry/zones/time-format'
import type { Served } from '../http/pages.ts'
import { localTime, MAX_NAME_CHARACTERS, type Meeting } from './describe-meeting.ts'
import type { Places } from './describe-person.ts'
import { escapeMarkup, shorten } from './markup.ts'
import { NOT_LISTED, previewTags } from './preview-tags.ts'
import type { Reader } from './reader.ts'

/** A meeting in a reader's words. */
export type Invitation = ReturnType<typeof toInvitation>

const DAY = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const

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
  const in_ = (zone: string) => `${spanIn(zone)} · ${zone === 'UTC' ? zone : placeOf(zone)}`
  const anyones = [...new Set([organizer?.timezone ?? 'UTC', 'UTC'])].map(in_)
  const own = timezone && [spanIn(timezone), t('meeting.yours', { place: placeOf(timezone) })]
  const [when = '', ...others] = own || anyones
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
      `<div class="page py-4 lg:py-6"><section class="invitation" data-served lang="${language}">`,
      `<p class="text-muted" dir="auto">${escapeMarkup(from)}</p>`,
      `<h2 class="invitation-title" dir="auto">${escapeMarkup(title)}</h2>`,
      `<p class="invitation-time"><time datetime="${at.toISOString()}">${escapeMarkup(when)}</time></p>`,
      ...others.map((line) => `<p class="text-muted">${escapeMarkup(line)}</p>`),
      `<p class="invitation-actions"><a class="button button-primary" href="${escapeMarkup(pathTo('/meeting.ics'))}">${t('meeting.addToCalendar')}</a></p>`,
      '<ul class="invitation-people">',
      ...people.map(
        ({ username, timezone }) =>
          `<li><bdi class="font-semibold" translate="no">${escapeMarkup(username)}</bdi><span class="invitation-local">${escapeMarkup(in_(timezone))}</span></li>`,
      ),
      '</ul></section></div>',
    ].join(''),
  }
}
