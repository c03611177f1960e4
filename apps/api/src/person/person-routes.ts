import { toPathId, userIdSchema } from '@timezone-registry/contract'
import type { Formatters } from '@timezone-registry/zones/formatters'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { RouteHandlers } from '../http/endpoints.ts'
import { etagOf } from '../http/negotiation.ts'
import { problem } from '../http/response.ts'
import type { TimezoneRecord } from '../records/record.ts'
import { createBadge } from './badge.ts'
import { type RenderCard, toCard } from './card.ts'
import { describePerson, type Places, type ShownPerson } from './describe-person.ts'
import { createEmbed } from './embed.ts'
import { toServedPerson } from './person-page.ts'
import { type Reader, readerOf } from './reader.ts'
import { createServedPage, showElsewhere, type Text, taggedBy } from './served-page.ts'

export type PersonRoutesOptions = {
  /** What anyone may see: the responses are the same for every caller, the person included. */
  findAsStranger: (userId: string) => Promise<TimezoneRecord | undefined>
  places: Places
  renderCard: RenderCard
  formatters: Formatters
  /** The origin of the service for this request; undefined if it is not known. */
  originOf: (req: Request) => string | undefined
}

/** A badge has no scripts, styles or links. */
const BADGE_POLICY = "default-src 'none';base-uri 'none';frame-ancestors 'none'"

/** The routes that show one person to browsers, link previews and other sites. */
export function createPersonRoutes(
  options: PersonRoutesOptions,
): RouteHandlers<'getPersonPage' | 'getPersonCard' | 'getBadge' | 'getEmbed'> {
  const toText = createToText(options)
  const page = createServedPage('person')
  const embed = createEmbed()

  return {
    getPersonPage: async ({ req, res, params: { id } }) => {
      const text = await toText({ req, res, id }, (reader, person) =>
        page.write(toServedPerson(reader, person)),
      )
      const make = page.begin(req, res, text)
      if (text.expiresAt === undefined) return { status: 404, body: await make() }
      return taggedBy(req, res, text.etag, make)
    },
    getPersonCard: async ({ req, res, params: { id } }) => {
      const { record } = await findRecord(options, id)
      const shown = { now: new Date(), language: 'en', places: options.places } as const
      const clock = record && describePerson(record, shown)
      if (clock === undefined) return { status: 404, body: problem('not_found', 'User not found') }
      const { etag, draw } = options.renderCard(toCard(clock))
      showElsewhere(res)
      return taggedBy(req, res, etag, draw)
    },
    getBadge: async ({ req, res, params: { id }, query }) => {
      const text = await toText({ req, res, id }, (reader, person) =>
        toForeign(createBadge(person?.clock, reader, query), BADGE_POLICY),
      )
      return showForMinute(req, res, text)
    },
    getEmbed: async ({ req, res, params: { id }, query }) => {
      const text = await toText({ req, res, id }, (reader, person) =>
        toForeign(embed.toPage(person, reader, query), embed.contentSecurityPolicy),
      )
      // Browsers that know frame-ancestors ignore it, but others would show nothing.
      req.call.headers['X-Frame-Options'] = undefined
      return showForMinute(req, res, text)
    },
  }
}

function toForeign(body: string, policy: string): Text {
  return { body, policy, etag: etagOf(body) }
}

/** A text about a person, and when the minute ends that it shows; undefined for nobody. */
type PersonText = Text & { expiresAt?: number; record?: TimezoneRecord | undefined }

const MAX_KEPT_BYTES = 16 * 1024 * 1024
// The body as UTF-16 and compressed, and what surrounds it.
const BYTES_PER_CHARACTER = 3
const ENTRY_BYTES = 500
const MINUTE_MS = 60_000

/** A text in the caller's language is kept for a minute, or until the cached record is another object. */
function createToText(options: PersonRoutesOptions) {
  const { places, formatters, originOf } = options
  const kept = new LRUCache<string, PersonText>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + (body.length + key.length) * BYTES_PER_CHARACTER,
    // No longer than the record may stay in memory after it was erased.
    ttl: MINUTE_MS,
    ttlAutopurge: true,
  })

  return async (
    { req, res, id }: { req: Request; res: Response; id: string },
    write: (reader: Reader, person: ShownPerson | undefined) => Text,
  ): Promise<PersonText> => {
    res.vary('Accept-Language')
    const { record, userId } = await findRecord(options, id)
    const origin = originOf(req)
    const key = JSON.stringify([req.originalUrl, req.headers['accept-language'], origin])
    const known = kept.get(key)
    if (known?.record === record && Date.now() < (known?.expiresAt ?? 0)) return known as PersonText
    const reader = readerOf(req, formatters)
    const clock = record && describePerson(record, { now: new Date(), language: reader.language, places })
    if (clock === undefined) return write(reader, undefined)
    const link = origin && userId && `${origin}/u/${toPathId(userId)}`
    const expiresAt = Date.now() + (60 - (clock.secondOfDay % 60)) * 1000
    const text = { ...write(reader, { clock, link }), record, expiresAt }
    kept.set(key, text)
    return text
  }
}

/** The record is undefined for an id without one that anyone may see, and for one that no user can have. */
async function findRecord({ findAsStranger }: PersonRoutesOptions, id: string) {
  const userId = userIdSchema.safeParse(id).data
  return { userId, record: userId === undefined ? undefined : await findAsStranger(userId) }
}

/** The response is correct until the minute ends, in shared caches as well. */
async function showForMinute(req: Request, res: Response, { body, policy, etag, expiresAt }: PersonText) {
  showElsewhere(res)
  res.set('Content-Security-Policy', policy)
  if (expiresAt === undefined) return { status: 404 as const, body }
  res.set('Cache-Control', `public, max-age=${Math.max(0, Math.ceil((expiresAt - Date.now()) / 1000))}`)
  return taggedBy(req, res, etag, async () => body)
}
