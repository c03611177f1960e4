import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from '@timezone-registry/contract'
import { ACCOUNT_PANES, VIEWS } from '@timezone-registry/contract/page-paths'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { InvalidInput } from '../errors.ts'
import { acceptGzip, chooseEncoding, etagOf, gzip, isCurrent } from './negotiation.ts'
import { HttpProblem, noSuchRoute } from './problem.ts'
import { hasBrokenEscape } from './request.ts'

/** A path for browsers and what answers it. */
export type Page = { path: string; serve: RequestHandler }

/** What shows the built web app. Without a build, it shows nothing. */
export type Pages = { views: readonly Page[]; serveFile: RequestHandler; onError: ErrorRequestHandler }

/** The folder of the built web app, which need not exist. */
export const WEB_APP = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const VIEW_PATHS = [
  '',
  ...VIEWS.filter((view) => view !== 'meet'),
  ...ACCOUNT_PANES.map((pane) => `account/${pane}`),
]
const APP = '/index.html'
const READ = /^(GET|HEAD)$/

type PagesOptions = {
  directory?: string
  /** What links to a view show. */
  tagsOf: (req: Request, view: string) => Tags
}

export function createPages({ directory = WEB_APP, tagsOf }: PagesOptions): Pages {
  const files = loadStaticFiles(directory)
  const app = files.get(APP)?.bytes.toString()
  const toView = (path: string): Page => {
    const { link } = readView(path.replace(/\/.*/, ''), directory)
    const serve: RequestHandler = async (req, res) => {
      if (prefersJson(req)) throw noSuchRoute()
      if (link !== '') res.set('Link', link)
      const body = withTags(app ?? '', tagsOf(req, path))
      // Weak, because it identifies both forms.
      const etag = `W/${etagOf(body)}`
      const isCompressed = acceptGzip(req, res)
      res.vary('Accept-Language').type('html').set({ 'Cache-Control': 'no-cache', ETag: etag })
      if (isCurrent(req, etag)) return void res.status(304).end()
      res.send(isCompressed ? await gzip(body) : body)
    }
    return { path: `/${path}`, serve }
  }
  return {
    views: app === undefined ? [] : VIEW_PATHS.map(toView),
    serveFile: (req, res) => {
      if (!READ.test(req.method) || !files.has(req.path) || /[.](br|gz)$/.test(req.path)) throw noSuchRoute()
      const isHashed = req.path.startsWith('/assets/')
      if (isHashed) delete req.call.headers['X-Request-Id']
      res.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      sendStaticFile(files, req.path, req, res)
    },
    onError: (error, req, res, next) => {
      const { tsRestRoute } = req
      const isNothing = error instanceof HttpProblem && error.code === 'no_such_route'
      // Chat services cut links within a character. The app ignores what it cannot read.
      const isBroken = error instanceof InvalidInput && hasBrokenEscape(req.originalUrl)
      const isPage = tsRestRoute === undefined || tsRestRoute.path === contract.getPersonPage.path
      const wantsPage = READ.test(req.method) && acceptsHtml(req) && !prefersJson(req)
      if (!files.has(APP) || !isPage || !wantsPage || !(isNothing || isBroken)) return next(error)
      sendStaticFile(files, APP, req, res.set('Cache-Control', 'no-store').status(isNothing ? 404 : 400))
    },
  }
}

/** True for programs that ask for JSON first. Link previews send any `Accept`, and are to get pages. */
export function prefersJson(req: Request): boolean {
  return req.accepts(['html', 'json']) === 'json'
}

function acceptsHtml({ headers }: Request): boolean {
  return headers.accept?.includes('text/html') ?? false
}

/** The language of a page, and what is in its head, among it the title. */
export type Tags = { language: string; tags: readonly string[] }

const OWN_TAGS = /\s*<title>[^<]*<\/title>|\s*<meta name="description"[^>]*>/g

/** The `dir` attribute of a page in this language. */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** The built web app's page in a language, with these tags in place of its own. */
export function withTags(built: string, { language, tags }: Tags): string {
  return built
    .replace(OWN_TAGS, '')
    .replace('<html lang="en"', `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace(/\s*<\/head>/, () => `\n    ${tags.join('\n    ')}\n  </head>`)
}

type StaticFile = { readonly bytes: Buffer; readonly etag: string }
/** A folder's files, and what they were compressed to when built, by their paths in it, such as `/assets/page.js.br`. */
type StaticFiles = ReadonlyMap<string, StaticFile>

// Best first.
const ENDINGS: Record<string, string> = { br: '.br', gzip: '.gz' }

/**
 * Reads a folder's files, except those whose names begin with a dot or have none. They stay in memory (3 MB for the web
 * app), so that a build that replaces the folder does not mix with this one.
 */
export function loadStaticFiles(directory: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const path of globSync('**/*.*', { cwd: directory })) {
    const bytes = readFileSync(join(directory, path))
    files.set(`/${path.replaceAll(sep, '/')}`, { bytes, etag: etagOf(bytes) })
  }
  return files
}

/**
 * Responds with a file, or with 304 if the caller's copy is current; with a status other than 200, without an ETag.
 * Ranges are ignored, because every file is small.
 */
export function sendStaticFile(files: StaticFiles, path: string, req: Request, res: Response): void {
  const encodings = Object.keys(ENDINGS).filter((encoding) => files.has(path + ENDINGS[encoding]))
  const encoding = chooseEncoding(req, encodings)
  const file = files.get(encoding === undefined ? path : path + ENDINGS[encoding])
  if (file === undefined) throw noSuchRoute()
  if (encodings.length > 0) res.vary('Accept-Encoding')
  if (encoding !== undefined) res.set('Content-Encoding', encoding)
  if (res.statusCode === 200) res.set('ETag', file.etag).status(isCurrent(req, file.etag) ? 304 : 200)
  res.type(extname(path)).send(file.bytes)
}

/** The built web app's page; empty without a build. */
export function readBuiltPage(): string {
  const path = join(WEB_APP, 'index.html')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The scripts in the built page itself, as sources of a Content-Security-Policy. Empty if there is no build. */
export function inlineScriptSources(): string[] {
  const scripts = readBuiltPage().matchAll(/<script>(.*?)<\/script>/gs)
  return Array.from(scripts, ([, script = '']) => digestOf(script))
}

/** A script or style as a source of a Content-Security-Policy. */
export function digestOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/**
 * The styles that only a view of the built web app has, and the `Link` header of all that it loads, so that browsers
 * request it with the page instead of one after the other. Empty without a build, and for what is not a view.
 */
export function readView(view: string, directory: string = WEB_APP): { style: string; link: string } {
  const path = join(directory, '.vite/manifest.json')
  const manifest: Manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const entry = `src/${view}/${view}-page.tsx`
  const names = new Set([entry])
  // Reaches what it adds, too.
  for (const name of names) for (const imported of manifest[name]?.imports ?? []) names.add(imported)
  const chunks = [...names].flatMap((name) => manifest[name] ?? [])
  const scripts = chunks.map(({ file }) => `</${file}>; rel=modulepreload`)
  const sheets = new Set(chunks.flatMap(({ css = [] }) => css))
  const styles = [...sheets].map((file) => `</${file}>; rel=preload; as=style; crossorigin`)
  const own = (manifest[entry]?.css ?? []).map((file) => readFileSync(join(directory, file), 'utf8').trim())
  return { style: own.join(''), link: [...scripts, ...styles].join(', ') }
}
