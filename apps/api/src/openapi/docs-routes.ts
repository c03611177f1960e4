import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import type { RouteHandlers } from '../http/endpoints.ts'
import { memoised } from '../http/send-json.ts'
import { loadStaticFiles, sendStaticFile } from '../http/static-files.ts'
import { createCompressedFiles } from './compressed-files.ts'
import { createOpenApiDocument } from './openapi-document.ts'

const require = createRequire(import.meta.url)
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'))
const PAGE = fileURLToPath(new URL('./page', import.meta.url))
// The files that the page loads; the package contains more.
const ASSETS = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

/** The machine-readable document of every route. */
export function createDocsRoutes({ version }: { version: string }): RouteHandlers<'getOpenApi'> {
  const document = createOpenApiDocument({ version })
  const answer = {}
  return { getOpenApi: async () => ({ status: 200, body: memoised(answer, () => document) }) }
}

/** A page to browse and try the routes. It loads nothing from other hosts. */
export function createDocsPage(): Router {
  const router = Router()
  const page = loadStaticFiles(PAGE)
  router.get(['/docs', '/docs/:file'], (req, res, next) => {
    const file = page.get(`/${req.params.file ?? 'docs.html'}`)
    if (file === undefined) return next()
    res.set('Cache-Control', 'no-cache')
    sendStaticFile(file, req, res)
  })
  const compress = createCompressedFiles(SWAGGER_UI)
  router.get('/docs/:file', async (req, res, next) => {
    const { file } = req.params
    const type = ASSETS.get(file)
    if (type === undefined) return next()
    const compressed = req.acceptsEncodings('gzip') === false ? undefined : await compress(file)
    res.set({ 'Cache-Control': 'public, max-age=86400', 'Content-Type': type, Vary: 'Accept-Encoding' })
    if (compressed === undefined) return res.sendFile(file, { root: SWAGGER_UI })
    res.set('Content-Encoding', 'gzip').end(compressed)
  })
  return router
}
