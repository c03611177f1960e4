import { toPathId, userIdSchema } from '@timezone-registry/contract'
import type { Formatters } from '@timezone-registry/zones/formatters'
import { withClock } from '@timezone-registry/zones/hour-cycle'
import { chooseLocale } from '@timezone-registry/zones/locale'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { etagOf, isCurrent } from '../http/conditional.ts'
import { acceptGzip, gzip } from '../http/encoding.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { pagePolicy } from '../http/express-app.ts'
import { prefersJson, readView } from '../http/pages.ts'
import { noSuchRoute, problem } from '../http/problem.ts'
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
  const toText = createToText(options)
  const toPage = createPersonPage()
  const { link } = readView('person')
  const policy = pagePolicy()
  const embed = createEmbed()

  return {
    getPersonPage: async ({ req, res, params: { id } }) => {
      if (prefersJson(req)) throw noSuchRoute()
      if (link !== '') res.set('Link', link)
      const text = await toText({ req, res, id }, (reader, person) => {
        const { body, styleSource } = toPage(reader, person)
        return { body, policy: `${policy};style-src 'self' ${styleSource}` }
      })
      const send = toPageBody(req, res, text)
      if (text.expiresAt === undefined) return { status: 404, body: await send() }
      // Weak, because it identifies both forms.
      return taggedBy(req, res, `W/${text.etag}`, send)
    },
    getPersonCard: async ({ req, res, params: { id } }) => {
      const { record } = await findRecord(options, id)
      const clock = record && options.describe(record, new Date(), 'en')
      if (clock === undefined) return { status: 404, body: problem('not_found', 'User not found') }
      const { etag, draw } = options.renderCard(toCard(clock))
      showElsewhere(res)
      return taggedBy(req, res, etag, draw)
    },
    getBadge: async ({ req, res, params: { id }, query }) => {
      const write: Write = (reader, person) => ({
        body: createBadge(person?.clock, reader, query),
        policy: BADGE_POLICY,
      })
      return showForMinute(req, res, await toText({ req, res, id }, write))
    },
    getEmbed: async ({ req, res, params: { id }, query }) => {
      const write: Write = (reader, person) => ({
        body: embed.toPage(person, reader, query),
        policy: embed.contentSecurityPolicy,
      })
      const text = await toText({ req, res, id }, write)
      // Browsers that know frame-ancestors ignore it, but others would show nothing.
      req.call.headers['X-Frame-Options'] = undefined
      return showForMinute(req, res, text)
    },
  }
}

/** Writes a text, and its Content-Security-Policy. */
type Write = (reader: Reader, person: ShownPerson | undefined) => { body: string; policy: string }

type Text = ReturnType<Write> & {
  etag: string
  gzipped?: Promise<Buffer>
  /** When the minute ends that it shows; undefined for nobody. */
  expiresAt?: number
  record?: TimezoneRecord | undefined
}

const MAX_KEPT_BYTES = 16 * 1024 * 1024
// The body as UTF-16 and compressed, and what surrounds it.
const BYTES_PER_CHARACTER = 3
const ENTRY_BYTES = 500
const MINUTE_MS = 60_000

/** A text in the caller's language is kept for a minute, or until the cached record is another object. */
function createToText(options: PersonRoutesOptions) {
  const kept = new LRUCache<string, Text>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + (body.length + key.length) * BYTES_PER_CHARACTER,
    // No longer than the record may stay in memory after it was erased.
    ttl: MINUTE_MS,
    ttlAutopurge: true,
  })

  return async (
    { req, res, id }: { req: Request; res: Response; id: string },
    write: Write,
  ): Promise<Text> => {
    res.vary('Accept-Language')
    const { record, userId } = await findRecord(options, id)
    const origin = options.originOf(req)
    const key = JSON.stringify([req.originalUrl, req.headers['accept-language'], origin])
    const known = kept.get(key)
    const isCurrent = known?.record === record && Date.now() < (known?.expiresAt ?? 0)
    const text = known !== undefined && isCurrent ? known : writeText()
    if (text.expiresAt !== undefined && text !== known) kept.set(key, text)
    res.set('Content-Security-Policy', text.policy)
    return text

    function writeText(): Text {
      const reader = readerOf(req, options.formatters)
      const clock = record && options.describe(record, new Date(), reader.language)
      const link = origin && userId && `${origin}/u/${toPathId(userId)}`
      const written = write(reader, clock && { clock, link })
      const etag = etagOf(written.body)
      if (clock === undefined) return { ...written, etag }
      return { ...written, etag, record, expiresAt: Date.now() + (60 - (clock.secondOfDay % 60)) * 1000 }
    }
  }
}

/** Makes the body of a page, compressed if the caller accepts it. */
export function toPageBody(
  req: Request,
  res: Response,
  text: { body: string; gzipped?: Promise<Buffer> },
): () => Promise<string> {
  const isCompressed = acceptGzip(req, res)
  return async () => {
    if (!isCompressed) return text.body
    text.gzipped ??= gzip(text.body)
    return (await text.gzipped) as unknown as string
  }
}

/** The languages and the clock that the caller prefers. */
export function readerOf(req: Request, formatters: Formatters): Reader {
  const { language, t } = pageTexts(req.acceptsLanguages(PAGE_LANGUAGES))
  const languages = req.acceptsLanguages()
  const isUnknown = languages[0] === '*'
  // A proxy that fetches pictures for readers everywhere names no language.
  const chosen = chooseLocale(language, languages, formatters)
  return { language, t, locale: withClock(chosen, isUnknown ? '24' : undefined, formatters), formatters }
}

/** The record is undefined for an id without one that anyone may see, and for one that no user can have. */
async function findRecord({ findAsStranger }: PersonRoutesOptions, id: string) {
  const userId = userIdSchema.safeParse(id).data
  return { userId, record: userId === undefined ? undefined : await findAsStranger(userId) }
}

/** Pages of other origins may show the response, and search engines do not list it. */
export function showElsewhere(res: Response): void {
  res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Robots-Tag': 'noindex' })
}

/** The response is correct until the minute ends, in shared caches as well. */
async function showForMinute(req: Request, res: Response, { body, etag, expiresAt }: Text) {
  showElsewhere(res)
  if (expiresAt === undefined) return { status: 404 as const, body }
  res.set('Cache-Control', `public, max-age=${Math.max(0, Math.ceil((expiresAt - Date.now()) / 1000))}`)
  return taggedBy(req, res, etag, async () => body)
}

/** 200 with the body, or 304 without making it. */
export async function taggedBy<Body>(req: Request, res: Response, etag: string, make: () => Promise<Body>) {
  res.set('ETag', etag)
  if (isCurrent(req, etag)) return { status: 304 as const, body: undefined }
  return { status: 200 as const, body: await make() }
}
