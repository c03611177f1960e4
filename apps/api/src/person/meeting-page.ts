import { createPageShell, type Served } from '../http/page-shell.ts'
import { type Meeting, spanIn, titleOf } from './describe-meeting.ts'
import type { Reader } from './describe-person.ts'
import { escapeMarkup } from './markup.ts'
import { NOT_LISTED, previewTags } from './preview-tags.ts'

/** What a meeting's page shows to one reader. */
export type Invitation = {
  meeting: Meeting | undefined
  reader: Reader
  placeOf: (timezone: string) => string
  /** Of the reader, if it is known. */
  timezone: string | undefined
  /** Undefined if the address of the service is not known. */
  origin: string | undefined
  /** The query of the link, with its question mark. */
  query: string
}

/** The built web app's page to find a time, or with an invitation to a meeting. */
export function createMeetingPage() {
  const [empty, invitation] = [createPageShell('meet'), createPageShell('invitation')]
  return (shown: Invitation) =>
    shown.meeting === undefined ? empty(planOf(shown)) : invitation(invitationTo(shown.meeting, shown))
}

function planOf({ reader: { language, t }, origin }: Invitation): Served {
  const url = origin && `${origin}/meet`
  const tags = previewTags({ title: t('preview.find'), description: t('preview.findText'), url })
  return {
    language,
    tags,
    main: `<noscript class="page"><h2 class="heading">${t('preview.find')}</h2></noscript>`,
  }
}

function invitationTo(meeting: Meeting, { reader, placeOf, timezone, origin, query }: Invitation): Served {
  const { language, t } = reader
  const { people, organizer } = meeting
  const title = titleOf(meeting, reader)
  const from = organizer?.name ? t('meeting.from', { name: organizer.name }) : ''
  const in_ = (zone: string) => `${spanIn(zone, meeting, reader)} · ${zone === 'UTC' ? zone : placeOf(zone)}`
  const anyones = [...new Set([organizer?.timezone ?? 'UTC', 'UTC'])].map(in_)
  const own = timezone && [
    spanIn(timezone, meeting, reader),
    t('meeting.yours', { place: placeOf(timezone) }),
  ]
  const [when = '', ...others] = own || anyones
  const rows = people.map(({ name, timezone }) => rowOf(name, in_(timezone)))
  const link = (path: string) => origin && `${origin}${path}${query}`
  return {
    language,
    tags: [
      ...previewTags({
        title,
        description: [...anyones, from].filter((part) => part !== '').join(' · '),
        url: link('/meet'),
        image: link('/meeting.png'),
      }),
      NOT_LISTED,
    ],
    // As `apps/web/src/invitation/invitation-page.tsx`, which takes its place.
    main: [
      `<div class="page py-4 lg:py-6"><section class="invitation" data-served lang="${language}">`,
      `<p class="text-muted" dir="auto">${escapeMarkup(from)}</p>`,
      `<h2 class="invitation-title" dir="auto">${escapeMarkup(title)}</h2>`,
      `<p class="invitation-time"><time datetime="${meeting.at.toISOString()}">${escapeMarkup(when)}</time></p>`,
      ...others.map((line) => `<p class="text-muted">${escapeMarkup(line)}</p>`),
      `<p class="invitation-actions"><a class="button button-primary" href="${escapeMarkup(`/meeting.ics${query}`)}">${t('meeting.addToCalendar')}</a></p>`,
      '<ul class="invitation-people">',
      ...rows,
      '</ul></section></div>',
    ].join(''),
  }
}

function rowOf(name: string, line: string): string {
  return `<li><bdi class="font-semibold" translate="no">${escapeMarkup(name)}</bdi><span class="invitation-local">${escapeMarkup(line)}</span></li>`
}
