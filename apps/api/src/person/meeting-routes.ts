import type { Formatters } from '@timezone-registry/zones/formatters'
import { createPlaceOfIn } from '@timezone-registry/zones/named-places'
import { createCoordinatesOf } from '@timezone-registry/zones/zone-data'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Request } from 'express'
import { etagOf } from '../http/conditional.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { pagePolicy } from '../http/express-app.ts'
import { prefersJson, readView } from '../http/pages.ts'
import { noSuchRoute, problem } from '../http/problem.ts'
import { createCalendarFile } from './calendar-file.ts'
import { type Places, type RenderCard, toMeetingCard } from './card.ts'
import { type DescribeMeeting, spanIn, titleOf } from './describe-meeting.ts'
import type { Reader } from './describe-person.ts'
import { createMeetingPage } from './meeting-page.ts'
import { readerOf, showElsewhere, taggedBy, toPageBody } from './person-routes.ts'

type MeetingRoutes = RouteHandlers<'getMeetingPage' | 'getMeetingFile' | 'getMeetingCard'>

type MeetingRoutesOptions = {
  describe: DescribeMeeting
  renderCard: RenderCard
  formatters: Formatters
  zoneNames: Pick<ZoneNames, 'canonicalOf'>
  /** The zone of the person who is signed in, if they have a record. */
  findOwnZone: (req: Request) => Promise<string | undefined>
  originOf: (req: Request) => string | undefined
}

/** The routes that show a meeting to its guests, to calendars and to link previews. */
export function createMeetingRoutes(options: MeetingRoutesOptions): MeetingRoutes {
  const { describe, renderCard, zoneNames, originOf } = options
  const placeOfIn = createPlaceOfIn()
  const coordinatesOf = createCoordinatesOf()
  const placesIn = (language: Reader['language']): Places => ({
    placeOf: (timezone) => placeOfIn(language)(zoneNames.canonicalOf(timezone)),
    coordinatesOf: (timezone) => coordinatesOf(zoneNames.canonicalOf(timezone)),
  })
  const noMeeting = { status: 404 as const, body: problem('not_found', 'This link names no meeting') }

  return {
    getMeetingPage: createGetPage(options, placesIn),
    getMeetingFile: async ({ req, res, query }) => {
      const meeting = await describe(query)
      if (meeting === undefined) return noMeeting
      const reader = readerOf(req, options.formatters)
      const { placeOf } = placesIn(reader.language)
      const origin = originOf(req)
      const event = {
        ...meeting,
        title: titleOf(meeting, reader),
        description: meeting.people
          .map(
            ({ name, timezone }) => `${spanIn(timezone, meeting, reader)} – ${name} (${placeOf(timezone)})`,
          )
          .join('\n'),
        url: origin && `${origin}/meet${queryOf(req)}`,
      }
      res.set('Content-Disposition', 'attachment; filename="meeting.ics"')
      // When it was made is no part of it.
      const etag = etagOf(JSON.stringify(event))
      return taggedBy(req, res, etag, async () => createCalendarFile(event, Date.now()))
    },
    getMeetingCard: async ({ req, res, query }) => {
      const meeting = await describe(query)
      if (meeting === undefined) return noMeeting
      const { etag, draw } = renderCard(toMeetingCard(meeting, placesIn('en')))
      showElsewhere(res)
      return taggedBy(req, res, etag, draw)
    },
  }
}

function createGetPage(
  { describe, formatters, findOwnZone, originOf }: MeetingRoutesOptions,
  placesIn: (language: Reader['language']) => Places,
): MeetingRoutes['getMeetingPage'] {
  const toPage = createMeetingPage()
  const [planLink, invitationLink] = [readView('meet').link, readView('invitation').link]
  const policy = pagePolicy()

  return async ({ req, res, query }) => {
    if (prefersJson(req)) throw noSuchRoute()
    const meeting = await describe(query)
    const reader = readerOf(req, formatters)
    const timezone = meeting && (await findOwnZone(req))
    const { placeOf } = placesIn(reader.language)
    const shown = { meeting, reader, timezone, placeOf, origin: originOf(req), query: queryOf(req) }
    const { body, styleSource } = toPage(shown)
    const link = meeting === undefined ? planLink : invitationLink
    if (link !== '') res.set('Link', link)
    res.vary('Accept-Language').vary('Cookie')
    if (timezone !== undefined) req.call.headers['Cache-Control'] = 'private, no-cache'
    res.set('Content-Security-Policy', `${policy};style-src 'self' ${styleSource}`)
    return taggedBy(req, res, `W/${etagOf(body)}`, toPageBody(req, res, { body }))
  }
}

/** With its question mark. */
function queryOf({ originalUrl }: Request): string {
  return originalUrl.replace(/^[^?]*/, '').replaceAll('%2C', ',')
}
