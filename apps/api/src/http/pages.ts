import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ACCOUNT_PANES, FORMER_VIEWS, VIEWS } from '@timezone-registry/contract/page-paths'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { InvalidInput } from '../errors.ts'
import { etagOf, isCurrent } from './conditional.ts'
import { chooseEncoding } from './encoding.ts'
import { type Endpoint, toPage } from './endpoints.ts'
import { HttpProblem, noSuchRoute } from './problem.ts'

/** An endpoint for browsers and what answers it. */
export type Page = { endpoint: Endpoint; serve: RequestHandler }

/** The built web app as it was at the start. Without a build, it serves nothing. */
export type Pages = {
  /** The app itself, at each of its views. */
  views: readonly Page[]
  /** Serves the file at the request's path; hashed files are cached for a year. */
  serveFile: RequestHandler
  /**
   * Shows the app, with 404, to a browser that follows a link to nothing, and with 400 if the address is broken: chat
   * services cut links within a character. The app then says that there is nothing, or ignores what it cannot read.
   */
  onError: ErrorRequestHandler
}

/** The folder of the built web app, which need not exist. */
export const WEB_APP = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const HASHED = '/assets/'

export function createPages({ directory = WEB_APP }: { directory?: string } = {}): Pages {
  const files = loadStaticFiles(directory)
  const app = files.get('/index.html')
  if (app === undefined) return WITHOUT_BUILD
  const links = readViewLinks(directory, VIEWS)

  return {
    views: ['', ...VIEWS, ...FORMER_VIEWS, ...ACCOUNT_PANES.map((pane) => `account/${pane}`)].map((view) => ({
      endpoint: toPage(`/${view}`),
      serve: (req, res) => {
        // Link previews of chat services request `/` with any `Accept`; other views are pages only for browsers.
        if (!acceptsHtml(req) && (view !== '' || req.headers.accept?.includes('application/json')))
          throw noSuchRoute()
        const link = links.get(view.replace(/\/.*/, ''))
        if (link !== undefined) res.set('Link', link)
        sendStaticFile(app, req, res.set('Cache-Control', 'no-cache'))
      },
    })),
    serveFile: (req, res) => {
      const file = isRead(req) ? files.get(req.path) : undefined
      if (file === undefined) throw noSuchRoute()
      const isHashed = req.path.startsWith(HASHED)
      if (isHashed) delete req.call.headers['X-Request-Id']
      res.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      sendStaticFile(file, req, res)
    },
    onError: (error, req, res, next) => {
      const status = isRead(req) && acceptsHtml(req) ? pageStatusOf(error, req) : undefined
      if (status === undefined) return next(error)
      sendStaticFile(app, req, res.set('Cache-Control', 'no-store').status(status))
    },
  }
}

const WITHOUT_BUILD: Pages = {
  views: [],
  serveFile: () => {
    throw noSuchRoute()
  },
  onError: (error, _req, _res, next) => next(error),
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function acceptsHtml({ headers }: Request): boolean {
  return headers.accept?.includes('text/html') ?? false
}

/** Undefined for an error that is not shown as a page. */
function pageStatusOf(error: unknown, { call: { endpoint, refused } }: Request): number | undefined {
  if (endpoint !== undefined && !endpoint.isPage) return undefined
  if (error instanceof HttpProblem && error.code === 'no_such_route') return 404
  return error === refused && error instanceof InvalidInput ? 400 : undefined
}

/** A file in memory. */
export type StaticFile = {
  /** Such as `.html`. */
  readonly extension: string
  readonly plain: StaticVariant
  /** As compressed when the file was built, best first. */
  readonly compressed: readonly (StaticVariant & { readonly encoding: string })[]
}

type StaticVariant = { readonly bytes: Buffer; readonly etag: string; readonly encoding?: string }

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Reads a folder's files, by their paths in it, such as `/assets/page.js`; names that begin with a dot are left out. They
 * stay in memory (3 MB for the web app), so that a build that replaces the folder does not mix with this one.
 */
export function loadStaticFiles(directory: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(directory)) return new Map()
  const contents = new Map(pathsIn(directory).map((path) => [path, readFileSync(join(directory, path))]))
  const files = new Map<string, StaticFile>()
  for (const [path, bytes] of contents) {
    if (ENCODINGS.some(([, ending]) => path.endsWith(ending))) continue
    const compressed = ENCODINGS.flatMap(([encoding, ending]) => {
      const variant = contents.get(path + ending)
      return variant === undefined ? [] : [{ encoding, ...toVariant(variant) }]
    })
    files.set(path, { extension: extname(path), plain: toVariant(bytes), compressed })
  }
  return files
}

/**
 * Responds with a file, or with 304 if the caller's copy is current; with a status other than 200, without an ETag.
 * Ranges are ignored, because every file is small.
 */
export function sendStaticFile(
  { extension, plain, compressed }: StaticFile,
  req: Request,
  res: Response,
): void {
  const names = compressed.map(({ encoding }) => encoding)
  const accepted = chooseEncoding(req, names)
  const { bytes, etag, encoding } = compressed.find(({ encoding }) => encoding === accepted) ?? plain
  if (compressed.length > 0) res.vary('Accept-Encoding')
  if (encoding !== undefined) res.set('Content-Encoding', encoding)
  if (res.statusCode === 200) {
    res.set('ETag', etag)
    if (isCurrent(req, etag)) return void res.status(304).end()
  }
  res.type(extension).send(bytes)
}

function toVariant(bytes: Buffer): StaticVariant {
  return { bytes, etag: etagOf(bytes) }
}

function pathsIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
    .filter((path) => !path.includes('/.'))
}

/** The scripts in the built page itself, as sources of a Content-Security-Policy. Empty if there is no build. */
export function inlineScriptSources(directory: string = WEB_APP): string[] {
  const path = `${directory}/index.html`
  if (!existsSync(path)) return []
  const scripts = readFileSync(path, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, script = '']) => digestOf(script))
}

/** A script or style as a source of a Content-Security-Policy. */
export function digestOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** The styles that only a view of the built web app has. Empty if there is no build. */
export function readViewStyle(directory: string, view: string): string {
  const { css = [] } = readManifest(directory)?.[entryOf(view)] ?? {}
  return css.map((file) => readFileSync(join(directory, file), 'utf8').trim()).join('')
}

function readManifest(directory: string): Manifest | undefined {
  const path = `${directory}/.vite/manifest.json`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

function entryOf(view: string): string {
  return `src/${view}/${view}-page.tsx`
}

/**
 * The `Link` header of each view of the built web app: its scripts and styles, so that browsers request them with the
 * page instead of one after the other. Empty if there is no build.
 */
export function readViewLinks(directory: string, views: readonly string[]): Map<string, string> {
  const manifest = readManifest(directory)
  if (manifest === undefined) return new Map()
  return new Map(views.map((view) => [view, linksTo(filesOf(manifest, entryOf(view))).join(', ')]))
}

/** The files of a chunk and of all that it imports. */
function filesOf(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`The build of the web app lacks ${name}`)
  if (files.has(chunk.file)) return files
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  return files
}

function linksTo(files: Iterable<string>): string[] {
  return [...files].map((file) =>
    file.endsWith('.css')
      ? `</${file}>; rel=preload; as=style; crossorigin`
      : `</${file}>; rel=modulepreload`,
  )
}
