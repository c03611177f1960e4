import type { Request, Response } from 'express'
import { pagePolicy } from '../http/express-app.ts'
import { acceptGzip, etagOf, gzip, isCurrent } from '../http/negotiation.ts'
import { digestOf, prefersJson, readBuiltPage, readView, type Tags, withTags } from '../http/pages.ts'
import { noSuchRoute } from '../http/problem.ts'

/** What is sent, its Content-Security-Policy, and its compressed form once somebody has accepted that. */
export type Text = { body: string; policy: string; etag: string; gzipped?: Promise<Buffer> }

/** What the service writes into a page of the web app. */
export type Served = Tags & {
  /** What browsers show before any script has arrived. */
  main: string
  /** The sky over it, as a style. Then it is shown before any stylesheet has arrived, too. */
  sky?: string
}

const WITHOUT_APP =
  '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />\n  </head>\n  <body>\n<main></main></body>\n</html>\n'
const STYLESHEETS = /\s*<link rel="stylesheet"[^>]*>/g

/** A view of the built web app, with what the service writes into it. Without a build, head and view stand alone. */
export function createServedPage(view: string) {
  const built = readBuiltPage() || WITHOUT_APP
  const { style: styles, link } = readView(view)
  const policy = pagePolicy()
  // Browsers wait for stylesheets in the head, but show what is above those in the body.
  const stylesheets = built.match(STYLESHEETS)?.join('') ?? ''
  const late = built.replace(STYLESHEETS, '').replace('</body>', `${stylesheets}\n  </body>`)
  return {
    write: ({ language, tags, main, sky }: Served): Text => {
      const style = styles + (sky ?? '')
      const shown = { language, tags: [...tags, `<style>${style}</style>`] }
      const body = withTags(sky === undefined ? built : late, shown)
        .replace(/(<html[^>]*)>/, sky === undefined ? '$1>' : '$1 data-sky>')
        .replace(/<main>.*?<\/main>/s, () => `<main>${main}</main>`)
      // Weak, because it identifies both forms.
      return { body, policy: `${policy};style-src 'self' ${digestOf(style)}`, etag: `W/${etagOf(body)}` }
    },
    /** Sets the headers, and returns what makes the body. Throws for a program that asks for JSON. */
    begin: (req: Request, res: Response, text: Text): (() => Promise<string>) => {
      if (prefersJson(req)) throw noSuchRoute()
      if (link !== '') res.set('Link', link)
      res.set('Content-Security-Policy', text.policy)
      const isCompressed = acceptGzip(req, res)
      return async () => {
        if (!isCompressed) return text.body
        text.gzipped ??= gzip(text.body)
        return (await text.gzipped) as unknown as string
      }
    },
  }
}

/** Pages of other origins may show the response, and search engines do not list it. */
export function showElsewhere(res: Response): void {
  res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Robots-Tag': 'noindex' })
}

/** 200 with the body, or 304 without making it. */
export async function taggedBy<Body>(req: Request, res: Response, etag: string, make: () => Promise<Body>) {
  res.set('ETag', etag)
  if (isCurrent(req, etag)) return { status: 304 as const, body: undefined }
  return { status: 200 as const, body: await make() }
}
