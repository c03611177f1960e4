import type { Request } from 'express'
import type { Tags } from '../http/pages.ts'
import { escapeMarkup, shorten } from './markup.ts'
import { PAGE_LANGUAGES, pageTexts } from './page-texts.ts'

/** What a link shows of the page behind it. */
export type Preview = {
  title: string
  description: string
  type?: 'website' | 'profile'
  /** Undefined if the address of the service is not known. */
  url: string | undefined
  /** The address of the picture; a page without one shows the service's mark. */
  image?: string | undefined
}

const SERVICE = 'Timezone Registry'
/** Keeps a page out of search engines. */
export const NOT_LISTED = '<meta name="robots" content="noindex" />'

const MAX_NAME_CHARACTERS = 40

/** What links to the views show that are the same for everyone: the start, with people of whom it says the number, and others. */
export function createTagsOf(originOf: (req: Request) => string | undefined) {
  return (req: Request, view: string): Tags => {
    const { language, t } = pageTexts(req.acceptsLanguages(PAGE_LANGUAGES))
    const origin = originOf(req)
    const [name = '', ids = ''] = [req.query.name, req.query.ids].map((value) => value?.toString())
    const count = view === '' && ids !== '' ? ids.split(',').length : 0
    const title = count > 0 && name !== '' ? shorten(name, MAX_NAME_CHARACTERS) : SERVICE
    const description = count > 0 ? t('preview.group', { count }) : t('preview.start')
    const path = count > 0 ? req.originalUrl : `/${view}`
    return { language, tags: previewTags({ title, description, url: origin && origin + path }) }
  }
}

/** The title, the description, and the tags from which chats and search engines show a link. */
export function previewTags({ title, description, type = 'website', url, image }: Preview): string[] {
  const full = title === SERVICE ? title : `${title} · ${SERVICE}`
  const tags = [
    `<title>${escapeMarkup(full)}</title>`,
    `<meta name="description" content="${escapeMarkup(description)}" />`,
    property('og:type', type),
    property('og:site_name', SERVICE),
    property('og:title', title),
    property('og:description', description),
    `<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}" />`,
  ]
  if (url === undefined) return tags
  tags.push(`<link rel="canonical" href="${escapeMarkup(url)}" />`, property('og:url', url))
  if (image === undefined) return [...tags, property('og:image', `${new URL(url).origin}/icon-512.png`)]
  return [
    ...tags,
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', description),
  ]
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeMarkup(content)}" />`
}
