import type { Request, Response } from 'express'
import { pagePolicy } from '../http/express-app.ts'
import { acceptGzip, etagOf, gzip, isCurrent } from '../http/negotiation.ts'
import { createPageShell, prefersJson, readView, type Served } from '../http/pages.ts'
import { noSuchRoute } from '../http/problem.ts'

/** What is sent, its Content-Security-Policy, and its compressed form once somebody has accepted that. */
export type Text = { body: string; policy: string; etag: string; gzipped?: Promise<Buffer> }

/** A view of the built web app, with what the service writes into it. */
export function createServedPage(view: string) {
  const fill = createPageShell(view)
  const { link } = readView(view)
  const policy = pagePolicy()
  return {
    write: (served: Served): Text => {
      const { body, styleSource } = fill(served)
      // Weak, because it identifies both forms.
      return { body, policy: `${policy};style-src 'self' ${styleSource}`, etag: `W/${etagOf(body)}` }
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
