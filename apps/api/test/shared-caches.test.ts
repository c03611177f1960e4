import { expect, test } from 'vitest'
import { REQUESTS } from './route-requests.ts'
import { startTestApi } from './start-test-api.ts'

const OF_CALLER = /^(?:ratelimit-|x-request-id$|set-cookie$)/
const PAGES = ['/', '/docs', '/docs/swagger-ui.css', '/nowhere']

test('a response that caches may share carries nothing about its caller, on any route', async () => {
  await using api = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '10000', AUTH: 'open' })
  const user = await api.save('Europe/Berlin')
  const paths = Object.values(REQUESTS).flatMap((toRequest) => {
    const { path, method } = toRequest(user.user_id)
    return method === undefined ? [path] : []
  })
  const shared = new Set<string>()
  const ask = async (path: string, request: { method?: string; headers?: Record<string, string> }) => {
    const answer = await api.request(path, request)
    const isShared = /\bpublic\b/.test(answer.headers.get('cache-control') ?? '')
    if (isShared)
      shared.add(`${request.method ?? 'GET'} ${answer.status} ${path.replace(user.user_id, '{id}')}`)
    const found = [...answer.headers.keys()].filter((name) => OF_CALLER.test(name))
    if (isShared) expect(found, path).toEqual([])
    else expect(found, path).toContain('x-request-id')
    return answer
  }
  for (const path of [...paths, ...PAGES]) {
    const etag = (await ask(path, {})).headers.get('etag')
    await ask(path, { method: 'HEAD' })
    if (etag !== null) await ask(path, { headers: { 'if-none-match': etag } })
  }
  expect([...shared]).toEqual(
    expect.arrayContaining([
      'GET 200 /timezones',
      'HEAD 200 /timezones',
      'GET 304 /timezones',
      'GET 200 /u/{id}/card.png',
      'GET 304 /u/{id}/card.png',
      'GET 200 /badge/{id}.svg',
      'GET 200 /embed/{id}',
      'GET 200 /docs/swagger-ui.css',
    ]),
  )
})
