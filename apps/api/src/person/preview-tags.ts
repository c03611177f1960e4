import type { Request } from 'express'
import type { Tags } from '../http/pages.ts'
import { escapeMarkup, shorten } from './markup.ts'
import { textsOf } from './reader.ts'

type Preview = {
  title: string
  description: string
  type?: 'website' | 'profile'
  /** Undefined if the address of the service is not known. */
  url: string | undefined
  /** The address of the picture; a page without one shows the service's mark. */
  image?: string | undefined
}

const SERVICE = 'Timezone Registry'
const MAX_NAME_CHARACTERS = 40
/** Keeps a page out of search engines. */
export const NOT_LISTED = '<meta name="robots" content="noindex" />'

/** What links to a view show that are the same for everyone. */
export type TagsOf = (req: Request, view: string) => Tags

/** A link to the start with people says how many, and the name of their group. */
export function createTagsOf(originOf: (req: Request) => string | undefined): TagsOf {
  return (req, view) => {
    const { language, t } = textsOf(req)
    const [name = '', ids = ''] = [req.query.name, req.query.ids].map((value) => value?.toString())
    const count = view === '' && ids !== '' ? ids.split(',').length : 0
    const inGroup = [shorten(name, MAX_NAME_CHARACTERS) || SERVICE, t('preview.group', { count })]
    const atStart = count > 0 ? inGroup : [SERVICE, t('preview.start')]
    const [title = '', description = ''] =
      view === 'meet' ? [t('preview.find'), t('preview.findText')] : atStart
    const path = count > 0 ? req.originalUrl : `/${view}`
    const origin = originOf(req)
    return { language, tags: previewTags({ title, description, url: origin && origin + path }) }
  }
}

/** The title, the description, and the tags from which chats and search engines show a link. */
export function previewTags({ title, description, type = 'website', url, image }: Preview): string[] {
  const properties = {
    type,
    site_name: SERVICE,
    title,
    description,
    url,
    image: image ?? (url && `${new URL(url).origin}/icon-512.png`),
    ...(image && {
      'image:type': 'image/png',
      'image:width': 1200,
      'image:height': 630,
      'image:alt': description,
    }),
  }
  return [
    `<title>${escapeMarkup(title === SERVICE ? title : `${title} · ${SERVICE}`)}</title>`,
    `<meta name="description" content="${escapeMarkup(description)}" />`,
    `<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}" />`,
    ...(url === undefined ? [] : [`<link rel="canonical" href="${escapeMarkup(url)}" />`]),
    ...Object.entries(properties).flatMap(([name, content]) =>
      content === undefined
        ? []
        : `<meta property="og:${name}" content="${escapeMarkup(String(content))}" />`,
    ),
  ]
}
