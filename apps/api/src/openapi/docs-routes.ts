import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { Router } from 'express'
import type { RouteHandlers } from '../http/endpoints.ts'
import { createOpenApiDocument } from './openapi-document.ts'

const require = createRequire(import.meta.url)
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'))
const PAGE = fileURLToPath(new URL('./page', import.meta.url))
// Only what the page loads; the package has more.
const ASSETS = /^\/(?:swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/

/** The machine-readable document of every route. */
export function createDocsRoutes({ version }: { version: string }): RouteHandlers<'getOpenApi'> {
  const document = createOpenApiDocument({ version })
  return {
    getOpenApi: async ({ res }) => {
      res.set('Cache-Control', 'no-cache')
      return { status: 200, body: document }
    },
  }
}

/** A page to browse and try the routes; everything it loads is served from here. */
export function createDocsPage(): Router {
  const router = Router()
  const files = express.static(SWAGGER_UI, { maxAge: '1d', index: false })
  router.get('/docs', (_req, res) =>
    res.sendFile('docs.html', { root: PAGE, headers: { 'Cache-Control': 'no-cache' } }),
  )
  router.use('/docs', express.static(PAGE, { index: false, redirect: false }))
  router.use('/docs', (req, res, next) => (ASSETS.test(req.path) ? files(req, res, next) : next()))
  return router
}
