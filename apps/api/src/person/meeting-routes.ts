import type { LanguageTag } from '@timezone-registry/zones/place-of'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Request } from 'express'
import type { RouteHandlers } from '../http/endpoints.ts'
import { etagOf } from '../http/negotiation.ts'
import { problem } from '../http/response.ts'
import { createCalendarFile } from './calendar-file.ts'
import { toMeetingCard } from './card.ts'
import { describeMeeting, type Meeting, toInvitation, toServedInvitation } from './invitation.ts'
import type { PersonRoutesOptions } from './person-routes.ts'
import type { TagsOf } from './preview-tags.ts'
import { readerOf, textsOf } from './reader.ts'
import { createServedPage, showElsewhere, taggedBy } from './served-page.ts'

type MeetingRoutesOptions = PersonRoutesOptions & {
  zoneNames: ZoneNames
  /** The zone of the person who is signed in, if they have a record. */
  findOwnZone: (req: Request) => Promise<string | undefined>
  tagsOf: TagsOf
}

/** The routes that show a meeting to its guests, to calendars and to link previews. */
export function createMeetingRoutes(
  options: MeetingRoutesOptions,
): RouteHandlers<'getMeetingPage' | 'getMeetingFile' | 'getMeetingCard'> {
  const { renderCard, places, formatters, findOwnZone, originOf, tagsOf } = options
  const [plan, invitation] = [createServedPage('meet'), createServedPage('invitation')]
  const noMeeting = { status: 404 as const, body: problem('not_found', 'This link names no meeting') }
  const linkOf = (req: Request) => ({ places, origin: originOf(req), query: queryOf(req) })
  const invite = (req: Request, meeting: Meeting, language?: LanguageTag) =>
    toInvitation(meeting, readerOf(req, formatters, language), linkOf(req))
  const toPlan = (req: Request) => {
    const main = `<noscript class="page"><h2 class="heading">${textsOf(req).t('preview.find')}</h2></noscript>`
    return plan.write({ ...tagsOf(req, 'meet'), main })
  }

  return {
    getMeetingPage: async ({ req, res, query }) => {
      const meeting = await describeMeeting(query, options)
      const zone = meeting && (await findOwnZone(req))
      if (zone !== undefined) req.call.headers['Cache-Control'] = 'private, no-cache'
      res.vary('Accept-Language').vary('Cookie')
      const [page, text] =
        meeting === undefined
          ? [plan, toPlan(req)]
          : [invitation, invitation.write(toServedInvitation(meeting, invite(req, meeting), zone))]
      return taggedBy(req, res, text.etag, page.begin(req, res, text))
    },
    getMeetingFile: async ({ req, res, query }) => {
      const meeting = await describeMeeting(query, options)
      if (meeting === undefined) return noMeeting
      const { title, spanIn, placeOf, linkTo } = invite(req, meeting, query.language)
      const lines = meeting.people.map(
        ({ username, timezone }) => `${spanIn(timezone)} – ${username} (${placeOf(timezone)})`,
      )
      const event = { ...meeting, title, description: lines.join('\n'), url: linkTo('/meet') }
      res.vary('Accept-Language').set('Content-Disposition', 'attachment; filename="meeting.ics"')
      // The time at which it was made is not part of it.
      const etag = etagOf(JSON.stringify(event))
      return taggedBy(req, res, etag, async () => createCalendarFile(event, Date.now()))
    },
    getMeetingCard: async ({ req, res, query }) => {
      const meeting = await describeMeeting(query, options)
      if (meeting === undefined) return noMeeting
      const { etag, draw } = renderCard(toMeetingCard(meeting, places))
      showElsewhere(res)
      return taggedBy(req, res, etag, draw)
    },
  }
}

/** With its question mark, and without the language: whoever opens the link sees their own. */
function queryOf({ originalUrl }: Request): string {
  return originalUrl
    .replace(/^[^?]*/, '')
    .replace(/&language=[^&]*/, '')
    .replaceAll('%2C', ',')
}
