import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Request, RequestHandler } from 'express'
import type { RouteHandlers } from '../http/endpoints.ts'
import { acceptGzip, gzip } from '../http/negotiation.ts'
import { loadStaticFiles, type Page, sendStaticFile } from '../http/pages.ts'
import { noSuchRoute } from '../http/problem.ts'
import { memoised } from '../http/response.ts'
import { createOpenApiDocument } from './openapi-document.ts'

const require = createRequire(import.meta.url)
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'))
const PAGE = fileURLToPath(new URL('./page', import.meta.url))
// The files that the page loads; the package contains more.
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

/** The machine-readable document of every route. */
export function createDocsRoutes({ version }: { version: string }): RouteHandlers<'getOpenApi'> {
  const document = createOpenApiDocument({ version })
  const response = {}
  return { getOpenApi: async () => ({ status: 200, body: memoised(response, () => document) }) }
}

/** A page to browse and try the routes, and its files. It loads nothing from other hosts. */
export function createDocsPages(): Page[] {
  const own = loadStaticFiles(PAGE)
  const compressed = new Map<string, Promise<Buffer>>()
  const serve: RequestHandler = async (req: Request<{ file?: string }>, res) => {
    const { file = 'docs.html' } = req.params
    if (own.has(`/${file}`)) return sendStaticFile(own, `/${file}`, req, res.set('Cache-Control', 'no-cache'))
    if (!ASSETS.includes(file)) throw noSuchRoute()
    delete req.call.headers['X-Request-Id']
    res.type(extname(file)).set('Cache-Control', 'public, max-age=86400')
    if (!acceptGzip(req, res)) return res.sendFile(file, { root: SWAGGER_UI })
    const bytes = compressed.get(file) ?? gzip(readFileSync(join(SWAGGER_UI, file)))
    compressed.set(file, bytes)
    res.end(await bytes)
  }
  return ['/docs', '/docs/:file'].map((path) => ({ path, serve }))
}
