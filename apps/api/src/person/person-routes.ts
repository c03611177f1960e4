import { userIdSchema } from '@timezone-registry/contract'
import type { LanguageTag } from '@timezone-registry/zones/place-of'
import type { Request, Response } from 'express'
import { etagOf, isCurrent } from '../http/conditional.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { readViewLinks, WEB_APP } from '../http/pages.ts'
import { problem } from '../http/problem.ts'
import type { TimezoneRecord } from '../records/record.ts'
import { createBadge } from './badge.ts'
import { type RenderCard, toCard } from './card.ts'
import type { DescribePerson, PersonClock } from './describe-person.ts'
import { createEmbed } from './embed.ts'
import { PAGE_LANGUAGES, type PageTexts, pageTexts } from './page-texts.ts'
import { createPersonPage } from './person-page.ts'

type PersonRoutes = RouteHandlers<'getPersonPage' | 'getPersonCard' | 'getBadge' | 'getEmbed'>

type PersonRoutesOptions = {
  /** What anyone may see: the responses are the same for every caller, the person included. */
  findAsStranger: (req: Request, userId: string) => Promise<TimezoneRecord | undefined>
  describe: DescribePerson
  renderCard: RenderCard
  /** The origin of the service for this request; undefined if it is not known. */
  originOf: (req: Request) => string | undefined
}

/** A badge has no scripts, styles or links. */
const BADGE_POLICY = "default-src 'none';base-uri 'none';frame-ancestors 'none'"

/** The routes that show one person to browsers, link previews and other sites. */
export function createPersonRoutes(options: PersonRoutesOptions): PersonRoutes {
  const { renderCard, originOf } = options
  const find = createFind(options)
  const toPage = createPersonPage()
  const link = readViewLinks(WEB_APP, ['person']).get('person')
  const embed = createEmbed()

  return {
    getPersonPage: async ({ req, res, params: { id } }) => {
      const texts = preferredTexts(req, res)
      if (link !== undefined) res.set('Link', link)
      const clock = await find(req, id, texts.language)
      if (clock === undefined) return { status: 404, body: toPage(texts) }
      return tagged(req, res, toPage(texts, { clock, userId: id, origin: originOf(req) }))
    },
    getPersonCard: async ({ req, res, params: { id } }) => {
      const texts = preferredTexts(req, res)
      const clock = await find(req, id, texts.language)
      if (clock === undefined) return { status: 404, body: problem('not_found', 'User not found') }
      const { etag, draw } = renderCard(toCard(clock, texts))
      showElsewhere(res)
      return taggedBy(req, res, etag, draw)
    },
    getBadge: async ({ req, res, params: { id }, query }) => {
      const texts = preferredTexts(req, res)
      const clock = await find(req, id, texts.language)
      res.set('Content-Security-Policy', BADGE_POLICY)
      showElsewhere(res)
      const badge = createBadge(clock, texts, query)
      if (clock === undefined) return { status: 404, body: badge }
      expireWithMinute(req, clock)
      return tagged(req, res, badge)
    },
    getEmbed: async ({ req, res, params: { id }, query }) => {
      const texts = preferredTexts(req, res)
      const clock = await find(req, id, texts.language)
      res.set('Content-Security-Policy', embed.contentSecurityPolicy)
      // Browsers that know frame-ancestors ignore it, but others would show nothing.
      req.omittedHeaders = ['X-Frame-Options']
      showElsewhere(res)
      if (clock === undefined) return { status: 404, body: embed.toPage(undefined, texts, query) }
      expireWithMinute(req, clock)
      return tagged(req, res, embed.toPage({ clock, link: linkTo(originOf(req), id) }, texts, query))
    },
  }
}

function preferredTexts(req: Request, res: Response): PageTexts {
  res.vary('Accept-Language')
  return pageTexts(req.acceptsLanguages(PAGE_LANGUAGES))
}

function linkTo(origin: string | undefined, userId: string): string | undefined {
  return origin && `${origin}/u/${encodeURIComponent(userId)}`
}

/** Undefined for an id without a record that anyone may see, and for one that no user can have. */
function createFind({ findAsStranger, describe }: PersonRoutesOptions) {
  return async (req: Request, userId: string, language: LanguageTag): Promise<PersonClock | undefined> => {
    if (!userIdSchema.safeParse(userId).success) return undefined
    const record = await findAsStranger(req, userId)
    return record && describe(record, new Date(), language)
  }
}

/** Pages of other origins may show the response, and search engines do not list it. */
function showElsewhere(res: Response): void {
  res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Robots-Tag': 'noindex' })
}

/** The response is correct until then, in shared caches as well. */
function expireWithMinute(req: Request, { secondOfDay }: PersonClock): void {
  req.cacheControl = `public, max-age=${60 - (secondOfDay % 60)}`
}

function tagged(req: Request, res: Response, body: string) {
  return taggedBy(req, res, etagOf(body), async () => body)
}

/** 200 with the body, or 304 without making it. */
async function taggedBy<Body>(req: Request, res: Response, etag: string, make: () => Promise<Body>) {
  res.set('ETag', etag)
  if (isCurrent(req, etag)) return { status: 304 as const, body: undefined }
  return { status: 200 as const, body: await make() }
}
