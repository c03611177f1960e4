import { contract } from '@timezone-registry/contract'
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import { InvalidInput } from '../errors.ts'
import { type Endpoint, toPattern } from './endpoints.ts'
import { loadStaticFiles, type StaticFile, sendStaticFile } from './static-files.ts'
import { readViewLinks, VIEWS, WEB_APP } from './web-app.ts'

const VIEW = new RegExp(`^/(?:|(${VIEWS.join('|')})/?)$`, 'i')
const HASHED = '/assets/'
const PERSON_PAGE: string = contract.getPersonPage.path

type StaticPagesOptions = {
  directory?: string
  /** The paths that answer programs, even if a browser requests them. */
  endpoints?: readonly Pick<Endpoint, 'path'>[]
}

/**
 * Serves the built web app as it was at the start: hashed files, cached for a year, and the page itself at every path
 * that a browser requests, with 404 where the app has no view and 400 where the address is broken. Without a build, it
 * serves nothing.
 */
export function createStaticPages({
  directory = WEB_APP,
  endpoints = [],
}: StaticPagesOptions = {}): (RequestHandler | ErrorRequestHandler)[] {
  const files = loadStaticFiles(directory)
  const page = files.get('/index.html')
  if (page === undefined) return [Router()]
  const links = readViewLinks(directory, VIEWS)

  const servePages: RequestHandler = (req, res, next) => {
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
  return [servePages, createBrokenLinkPage(page, endpoints)]
}

/**
 * Serves the page where a browser follows a link with a broken escape: chat services cut links within a character. The
 * page then says that there is nothing, or ignores what it cannot read.
 */
function createBrokenLinkPage(
  page: StaticFile,
  endpoints: readonly Pick<Endpoint, 'path'>[],
): ErrorRequestHandler {
  const notPages = endpoints.filter(({ path }) => path !== PERSON_PAGE).map(({ path }) => toPattern(path))
  return (error: unknown, req, res, next) => {
    const path = req.path.replace(/(?<=.)\/$/, '')
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    const isPage = isRead && !notPages.some((pattern) => pattern.test(path))
    // No page validates anything else, so this is the address.
    if (!(error instanceof InvalidInput && isPage && req.headers.accept?.includes('text/html')))
      return next(error)
    sendStaticFile(page, req, res.status(400))
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
