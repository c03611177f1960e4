import { existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { type RequestHandler, Router } from 'express'
import sirv from 'sirv'
import { readViewLinks, WEB_APP } from './web-app.ts'

// The web app's routes beside `/`.
const VIEWS = ['people', 'meet', 'everyone', 'account', 'privacy']
const VIEW = new RegExp(`^/(?:|(${VIEWS.join('|')})/?)$`, 'i')
// A missing page has nothing to revalidate or to continue.
const MISSING = { etag: false, lastModified: false, cacheControl: false, acceptRanges: false }

/**
 * Serves the built web app: hashed files, cached for a year, and the page itself at every path that a browser requests,
 * with 404 where the app has no view. Files are compressed when the app is built, not for each request.
 */
export function createStaticPages({ directory = WEB_APP } = {}): RequestHandler {
  if (!existsSync(directory)) return Router()
  const compressed = { gzip: true, brotli: true, dotfiles: false }
  const revalidated = { ...compressed, etag: true, setHeaders: revalidate }
  const hashed = sirv(`${directory}/assets`, { ...compressed, setHeaders: keepForAYear })
  const files = sirv(directory, revalidated)
  const page = sirv(directory, { ...revalidated, single: true, ignores: false })
  const links = readViewLinks(directory, VIEWS)

  const router = Router()
  router.use('/assets', (req, res, next) => hashed(req, res, next))
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    if (req.path === '/' && wantsJson(req.headers.accept)) return next()
    if (!isPageRequest(req.path, req.headers.accept)) return files(req, res, next)
    const view = VIEW.exec(req.path)
    if (view !== null) {
      const link = links.get(view[1]?.toLowerCase() ?? '')
      if (link !== undefined) res.setHeader('Link', link)
      return page(req, res, next)
    }
    files(req, res, () => res.status(404).sendFile('index.html', { root: directory, ...MISSING }))
  })
  return router
}

function keepForAYear(res: ServerResponse): void {
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
}

function revalidate(res: ServerResponse): void {
  res.setHeader('Cache-Control', 'no-cache')
}

/** Link previews of chat services request `/` with any `Accept`; other paths are pages only for browsers. */
function isPageRequest(path: string, accept = ''): boolean {
  return path === '/' || accept.includes('text/html')
}

function wantsJson(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/html')
}
