import { type RequestHandler, Router } from 'express'
import { loadStaticFiles, sendStaticFile } from './static-files.ts'
import { readViewLinks, WEB_APP } from './web-app.ts'

// The web app's routes other than `/`.
const VIEWS = ['people', 'meet', 'everyone', 'account', 'privacy']
const VIEW = new RegExp(`^/(?:|(${VIEWS.join('|')})/?)$`, 'i')
const HASHED = '/assets/'

/**
 * Serves the built web app as it was at the start: hashed files, cached for a year, and the page itself at every path
 * that a browser requests, with 404 where the app has no view. Without a build, it serves nothing.
 */
export function createStaticPages({ directory = WEB_APP } = {}): RequestHandler {
  const files = loadStaticFiles(directory)
  const page = files.get('/index.html')
  if (page === undefined) return Router()
  const links = readViewLinks(directory, VIEWS)

  return (req, res, next) => {
    const { path } = req
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const file = files.get(path)
    if (file !== undefined) {
      res.set('Cache-Control', path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache')
      return sendStaticFile(file, req, res)
    }
    if (!isPageRequest(path, req.headers.accept)) return next()
    const view = VIEW.exec(path)
    if (view === null) return sendStaticFile(page, req, res.status(404))
    const link = links.get(view[1]?.toLowerCase() ?? '')
    if (link !== undefined) res.set('Link', link)
    res.set('Cache-Control', 'no-cache')
    sendStaticFile(page, req, res)
  }
}

/** Link previews of chat services request `/` with any `Accept`; other paths are pages only for browsers. */
function isPageRequest(path: string, accept = ''): boolean {
  if (path === '/') return !wantsJson(accept)
  return accept.includes('text/html')
}

function wantsJson(accept: string): boolean {
  return accept.includes('application/json') && !accept.includes('text/html')
}
