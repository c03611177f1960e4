import type { Request } from 'express'
import { expect, test } from 'vitest'
import { listEndpoints } from './endpoints.ts'
import { createLoggedPath } from './logged-path.ts'

const pathOf = createLoggedPath(listEndpoints({ reads: 'public' }))
const unrouted = (originalUrl: string) => pathOf({ originalUrl } as Request)

test.each([
  ['/get?id=80351110224678912', '/get'],
  ['/v1/get?id=80351110224678912', '/v1/get'],
  ['/api/user/80351110224678912', '/api/user/:id'],
  ['/v1/api/user/ann/exists/', '/v1/api/user/:id/exists'],
  ['/API//User/ann', '/api/user/:id'],
  ['/me/sessions/6f1ed002ab5595859014ebf0951522d9', '/me/sessions/:id'],
  ['/u/80351110224678912', '/u/:id'],
  ['/u/ann/card.png', '/u/:id/card.png'],
  ['/badge/a.b.svg', '/badge/:id.svg'],
  ['/embed/ann?theme=dark', '/embed/:id'],
  ['/auth/discord/callback?code=1', '/auth/:provider/callback'],
])('a request that was refused before routing, %s, is logged as %s', (url, path) => {
  expect(unrouted(url)).toBe(path)
})

test.each([
  ['/', '/'],
  ['/people?ids=1,2', '/people'],
  ['/meet?ids=1,2', '/meet'],
  ['/assets/index-D3fa9b1c.js', '/assets/*'],
  ['/alice', '/*'],
  ['/people/80351110224678912', '/people/*'],
  ['/api/user/ann/zone', '/api/*'],
  ['/u/ann/1', '/u/*'],
  ['/80351110224678912', '/*'],
  ['/%61nn', '/*'],
  [`/${'a'.repeat(8000)}`, '/*'],
  ['/v1/ann/1', '/v1/*'],
])('any other path, %s, is logged as %s', (url, path) => {
  expect(unrouted(url)).toBe(path)
})

test('a routed request is logged with the path of its route', () => {
  const tsRestRoute = { path: '/api/user/:id' }
  expect(pathOf({ originalUrl: '/api/user/ann', tsRestRoute } as unknown as Request)).toBe('/api/user/:id')
  expect(pathOf({ originalUrl: '/v1/api/user/ann', tsRestRoute } as unknown as Request)).toBe(
    '/v1/api/user/:id',
  )
})
