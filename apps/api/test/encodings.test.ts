import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WEB_APP } from '../src/http/pages.ts'
import { REQUESTS } from './route-requests.ts'
import { startTestApi } from './start-test-api.ts'

// Smaller texts gain little.
const LARGE = 4096
const FILES = ['/', '/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']
const BUILT = existsSync(`${WEB_APP}/index.html`) ? ['/sw.js', '/manifest.webmanifest'] : []

test('GET, HEAD and 304 have the same encoding and Vary, and every large text is compressed', async () => {
  await using api = await startTestApi({ AUTH: 'open' })
  const user = await api.save('Europe/Berlin')
  const paths = Object.values(REQUESTS).flatMap((toRequest) => {
    const { path, method } = toRequest(user.user_id)
    return method === undefined ? [path] : []
  })
  const different: unknown[] = []
  const plain: string[] = []
  const unwanted: string[] = []
  const compressed: string[] = []
  let confirmed = 0
  for (const path of [...paths, ...FILES, ...BUILT])
    for (const accepted of [
      'gzip, deflate, br',
      'gzip',
      'br;q=0.5, gzip',
      'gzip;q=0.5, identity',
      undefined,
    ]) {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
      const ask = async (request: { method?: string; headers?: Record<string, string> }) => {
        const answer = await api.request(path, {
          ...request,
          headers: { ...headers, ...request.headers },
        })
        const encoding = answer.headers.get('content-encoding') ?? 'none'
        const seen = { path, accepted, encoding, vary: answer.headers.get('vary') }
        return { ...answer, encoding, seen }
      }
      const got = await ask({})
      const etag = got.headers.get('etag')
      const others = [await ask({ method: 'HEAD' })]
      if (etag !== null) others.push(await ask({ headers: { 'if-none-match': etag } }))
      confirmed += others.filter(({ status }) => status === 304).length
      const wanted = JSON.stringify(got.seen)
      different.push(...others.map(({ seen }) => seen).filter((seen) => JSON.stringify(seen) !== wanted))
      const isText = /^(?:text|image\/svg|application\/(?:json|manifest))/.test(
        got.headers.get('content-type') ?? '',
      )
      const isAccepted = accepted !== undefined && !accepted.includes('identity')
      if (got.encoding === 'none' && isText && isAccepted && got.body.length > LARGE) plain.push(path)
      const name = `${path.replace(user.user_id, '{id}')} ${accepted} ${got.encoding}`
      if (got.encoding !== 'none') compressed.push(name)
      const isLessLiked = accepted?.startsWith('br;q=0.5') && got.encoding === 'br'
      if ((got.encoding !== 'none' && !isAccepted) || isLessLiked) unwanted.push(name)
    }
  expect(confirmed).toBeGreaterThan(50)
  expect({ different, plain, unwanted }).toEqual({ different: [], plain: [], unwanted: [] })
  expect(compressed).toEqual(
    expect.arrayContaining(['/list gzip gzip', '/openapi.json gzip gzip', '/u/{id} gzip gzip']),
  )
})
