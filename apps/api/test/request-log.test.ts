import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'

const USER = 'ann-80351110224678912'
const SESSION = '6f1ed002ab5595859014ebf0951522d9'
const ADDRESSES = { '203.0.113.77': '203.0.113.0/24', '2001:db8:1234:5678::9': '2001:db8:1234::/48' }

test('no line contains an id from a path or a query, however the request ended', async () => {
  await using service = startProcess({ DATABASE_URL: await createTestDatabase(), LOG_LEVEL: 'trace' })
  const address = await service.ready()
  const send = (method: string, path: string) => rawFetch(`${address}${path}`, { method })
  const paths: [method: string, path: string, logged: string, status: number][] = [
    ['GET', `/get?id=${USER}`, '/get', 404],
    ['GET', `/v1/api/user/${USER}`, '/v1/api/user/:id', 404],
    ['GET', `/api/user/${USER}/exists`, '/api/user/:id/exists', 404],
    ['DELETE', `/me/sessions/${SESSION}`, '/me/sessions/:id', 401],
    ['OPTIONS', `/api/user/${USER}`, '/api/user/:id', 204],
    ['POST', `/api/user/${USER}`, '/api/user/:id', 405],
    ['GET', `/api/user/${USER}%FF`, '/api/user/:id', 400],
    ['GET', `/unknown/${USER}`, '/*', 404],
    ['GET', `/${USER}`, '/*', 404],
    ['GET', `/v1/${USER}/1`, '/v1/*', 404],
    ['GET', `/people/${USER}`, '/*', 404],
    ['GET', `/U//${USER}/card.png?x`, '/u/:id/card.png', 404],
    ['PUT', `/u/${USER}/%FF`, '/*', 400],
    ['GET', `/docs/${USER}`, '/docs/:file', 404],
  ]
  for (const [method, path, , status] of paths) expect((await send(method, path)).status, path).toBe(status)
  service.kill('SIGINT')
  await service.ended()
  const requests = service.log.filter(({ msg }) => msg === 'request')
  expect(requests.map(({ method, path, status }) => [method, path, status])).toEqual(
    paths.map(([method, , logged, status]) => [method, logged, status]),
  )
  const text = JSON.stringify(service.log)
  for (const id of [USER, SESSION]) expect(text).not.toContain(id)
})

test.for(['on', 'off'] as const)(
  'with LOG_NETWORKS=%s, lines of requests and of the audit',
  async (LOG_NETWORKS) => {
    await using service = startProcess({
      DATABASE_URL: await createTestDatabase(),
      TRUST_PROXY: '1',
      LOG_NETWORKS,
    })
    const address = await service.ready()
    const body = { user_id: USER, username: 'Ann', timezone: 'UTC' }
    for (const caller of Object.keys(ADDRESSES)) {
      const headers = { 'x-forwarded-for': caller }
      expect((await rawFetch(`${address}/set`, { method: 'POST', headers, body })).status).toBe(200)
    }
    service.kill('SIGINT')
    await service.ended()
    for (const kind of ['request', 'audit'])
      expect(service.log.filter(({ msg }) => msg === kind).map(({ network }) => network)).toEqual(
        LOG_NETWORKS === 'on' ? Object.values(ADDRESSES) : [undefined, undefined],
      )
    const text = JSON.stringify(service.log)
    for (const caller of Object.keys(ADDRESSES)) expect(text).not.toContain(caller)
  },
)
