import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express, { Router } from 'express'

const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Serves the built web app: hashed files for a year, and the page itself for whatever path a browser asks for. */
export function createWebPage({ directory = DIST } = {}): Router {
  const router = Router()
  if (!existsSync(directory)) return router
  router.use(
    '/assets',
    express.static(`${directory}/assets`, { immutable: true, maxAge: '1y', index: false }),
  )
  router.use(express.static(directory, { index: false, cacheControl: false, setHeaders: revalidate }))
  router.get('/{*path}', (req, res, next) => {
    if (!req.headers.accept?.includes('text/html')) return next()
    res.sendFile('index.html', {
      root: directory,
      cacheControl: false,
      headers: { 'Cache-Control': 'no-cache' },
    })
  })
  return router
}

function revalidate(res: { setHeader(name: string, value: string): void }): void {
  res.setHeader('Cache-Control', 'no-cache')
}
