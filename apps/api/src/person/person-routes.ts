import { toPathId, userIdSchema } from '@timezone-registry/contract'
import type { Formatters } from '@timezone-registry/zones/formatters'
import { withClock } from '@timezone-registry/zones/hour-cycle'
import { chooseLocale } from '@timezone-registry/zones/locale'
import type { LanguageTag } from '@timezone-registry/zones/place-of'
import type { Request, Response } from 'express'
import { etagOf, isCurrent } from '../http/conditional.ts'
import { acceptGzip } from '../http/encoding.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { pagePolicy } from '../http/express-app.ts'
import { readView } from '../http/pages.ts'
import { problem } from '../http/problem.ts'
import type { TimezoneRecord } from '../records/record.ts'
import { createBadge } from './badge.ts'
import { type RenderCard, toCard } from './card.ts'
import type { DescribePerson, Reader, ShownPerson } from './describe-person.ts'
import { createEmbed } from './embed.ts'
import { PAGE_LANGUAGES, pageTexts } from './page-texts.ts'
import { createPersonPage } from './person-page.ts'

type PersonRoutes = RouteHandlers<'getPersonPage' | 'getPersonCard' | 'getBadge' | 'getEmbed'>

type PersonRoutesOptions = {
  /** What anyone may see: the responses are the same for every caller, the person included. */
  findAsStranger: (userId: string) => Promise<TimezoneRecord | undefined>
  describe: DescribePerson
  renderCard: RenderCard
  formatters: Formatters
  /** The origin of the service for this request; undefined if it is not known. */
  originOf: (req: Request) => string | undefined
}

/** A badge has no scripts, styles or links. */
const BADGE_POLICY = "default-src 'none';base-uri 'none';frame-ancestors 'none'"

/** The routes that show one person to browsers, link previews and other sites. */
export function createPersonRoutes(options: PersonRoutesOptions): PersonRoutes {
  const findClock = createFindClock(options)
  const find = createFind(findClock, options)
  const toPage = createPersonPage()
  const { link } = readView('person')
  const policy = pagePolicy()
  const embed = createEmbed()

  return {
    getPersonPage: async ({ req, res, params: { id } }) => {
      if (link !== '') res.set('Link', link)
      const { person, ...reader } = await find(req, res, id)
      const { body, styleSource } = toPage(reader, person)
      res.set('Content-Security-Policy', `${policy};style-src 'self' ${styleSource}`)
      const compress = acceptGzip(req, res)
      if (person === undefined) return { status: 404, body: (await compress(body)) as string }
      // Weak, because it identifies both forms.
      return taggedBy(req, res, `W/${etagOf(body)}`, async () => (await compress(body)) as string)
    },
    getPersonCard: async ({ req, res, params: { id } }) => {
      const { clock } = await findClock(id, 'en')
      if (clock === undefined) return { status: 404, body: problem('not_found', 'User not found') }
      const { etag, draw } = options.renderCard(toCard(clock))
      showElsewhere(res)
      return taggedBy(req, res, etag, draw)
    },
    getBadge: async ({ req, res, params: { id }, query }) => {
      const { person, ...reader } = await find(req, res, id)
      res.set('Content-Security-Policy', BADGE_POLICY)
      return showForMinute(req, res, person, createBadge(person?.clock, reader, query))
    },
    getEmbed: async ({ req, res, params: { id }, query }) => {
      const { person, ...reader } = await find(req, res, id)
      res.set('Content-Security-Policy', embed.contentSecurityPolicy)
      // Browsers that know frame-ancestors ignore it, but others would show nothing.
      delete req.call.headers['X-Frame-Options']
      return showForMinute(req, res, person, embed.toPage(person, reader, query))
    },
  }
}

/** The person, in the caller's language. */
function createFind(
  findClock: ReturnType<typeof createFindClock>,
  { originOf, formatters }: PersonRoutesOptions,
) {
  return async (
    req: Request,
    res: Response,
    id: string,
  ): Promise<Reader & { person: ShownPerson | undefined }> => {
    res.vary('Accept-Language')
    const texts = pageTexts(req.acceptsLanguages(PAGE_LANGUAGES))
    const languages = req.acceptsLanguages()
    const isUnknown = languages[0] === '*'
    // A proxy that fetches pictures for readers everywhere names no language.
    const chosen = chooseLocale(texts.language, languages, formatters)
    const reader = { texts, locale: withClock(chosen, isUnknown ? '24' : undefined, formatters), formatters }
    const { clock, userId } = await findClock(id, texts.language)
    if (clock === undefined || userId === undefined) return { ...reader, person: undefined }
    const origin = originOf(req)
    return { ...reader, person: { clock, link: origin && `${origin}/u/${toPathId(userId)}` } }
  }
}

/** The clock is undefined for an id without a record that anyone may see, and for one that no user can have. */
function createFindClock({ findAsStranger, describe }: PersonRoutesOptions) {
  return async (id: string, language: LanguageTag) => {
    const userId = userIdSchema.safeParse(id).data
    const record = userId === undefined ? undefined : await findAsStranger(userId)
    return { userId, clock: record && describe(record, new Date(), language) }
  }
}

/** Pages of other origins may show the response, and search engines do not list it. */
function showElsewhere(res: Response): void {
  res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Robots-Tag': 'noindex' })
}

/** The response is correct until the minute ends, in shared caches as well. */
async function showForMinute(req: Request, res: Response, person: ShownPerson | undefined, body: string) {
  showElsewhere(res)
  if (person === undefined) return { status: 404 as const, body }
  res.set('Cache-Control', `public, max-age=${60 - (person.clock.secondOfDay % 60)}`)
  return taggedBy(req, res, etagOf(body), async () => body)
}

/** 200 with the body, or 304 without making it. */
async function taggedBy<Body>(req: Request, res: Response, etag: string, make: () => Promise<Body>) {
  res.set('ETag', etag)
  if (isCurrent(req, etag)) return { status: 304 as const, body: undefined }
  return { status: 200 as const, body: await make() }
}
