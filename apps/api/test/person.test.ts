import { createHash } from 'node:crypto'
import { toPathId } from '@timezone-registry/contract'
import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { NASTY, pathsOf, save } from './person-paths.ts'
import { rawFetch } from './raw-request.ts'
import { startTestApi } from './start-test-api.ts'

describe('GET /u/{id}', () => {
  test('has a title and tags for link previews, with absolute addresses', async ({ api }) => {
    const id = await save(api, { timezone: 'Asia/Kolkata' })
    const { status, body, headers } = await api.request(`/u/${id}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(body).toContain('<title>nelly – Kolkata, India · Timezone Registry</title>')
    expect(body).toContain(
      '<meta property="og:description" content="nelly is in Kolkata, India: UTC+5:30 (IST). See the current time there." />',
    )
    expect(body).toContain(`<meta property="og:image" content="${api.baseUrl}/u/${id}/card.png" />`)
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image" />')
    expect(body.match(/<title>/g)).toHaveLength(1)
    expect(body).not.toContain('noindex')
  })

  test('names the place and the last day of its offset', async ({ api }) => {
    const id = await save(api, { timezone: 'America/Buenos_Aires' })
    expect((await api.request(`/u/${id}`)).body).toContain('nelly – Buenos Aires, Argentina')
    const berlin = await save(api, { timezone: 'Europe/Berlin' })
    const { body } = await api.request(`/u/${berlin}`)
    expect(body).toMatch(/Berlin, Germany: UTC\+[12] \(CES?T\) until \d+ (March|October) \d{4}\./)
  })

  test('names a zone that is only an offset with the sign that people expect', async ({ api }) => {
    const id = await save(api, { timezone: 'Etc/GMT+5' })
    const pages = await Promise.all(
      [`/u/${id}`, `/badge/${id}.svg`, `/embed/${id}`].map((path) => api.request(path)),
    )
    for (const { body } of pages) {
      expect(body).toContain('UTC−5')
      expect(body).not.toContain('GMT+5')
    }
    expect(pages[2]?.body).toContain('<p>UTC−5</p>')
  })

  test('uses the language that the request prefers, and caches keep the languages apart', async ({ api }) => {
    const id = await save(api, { timezone: 'Europe/Berlin' })
    const open = (language: string, path = `/u/${id}`) =>
      api.request(path, { headers: { 'accept-language': language } })
    const german = await open('de-AT,de;q=0.9,en;q=0.8')
    expect(german.headers.get('vary')).toContain('Accept-Language')
    expect(german.body).toContain('<html lang="de" dir="ltr"')
    expect(german.body).toContain('<title>nelly – Berlin, Deutschland · Timezone Registry</title>')
    expect(german.body).toMatch(/UTC\+[12] \(CES?T\) bis \d+\. (März|Oktober) \d{4}\. Sieh nach/)
    for (const [wanted, language, country] of [
      ['pt-PT', 'pt-BR', 'Alemanha'],
      ['fr-CA, en;q=0.5', 'fr', 'Allemagne'],
      ['es', 'es', 'Alemania'],
      ['ja', 'ja', 'ドイツ'],
      ['ru', 'ru', 'Германия'],
      ['ar-EG', 'ar', 'ألمانيا'],
      ['tlh, *;q=0.1', 'en', 'Germany'],
    ] as const) {
      const { body, headers } = await open(wanted)
      expect(body, wanted).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
      expect(body, wanted).toContain(country)
      expect(body, wanted).not.toMatch(/content="[^"]*[.][.]/)
      expect(headers.get('etag')).not.toBe(german.headers.get('etag'))
    }
    const missing = await open('fr', '/u/nobody')
    expect([missing.status, missing.headers.get('vary')]).toEqual([
      404,
      expect.stringContaining('Accept-Language'),
    ])
    expect(missing.body).toContain('content="Heure locale"')
  })

  test('has name, place, time and state without any script, as the reader writes them', async ({ api }) => {
    const id = await save(api, { timezone: 'Etc/GMT-9' })
    const open = async (language: string) => {
      const response = await api.request(`/u/${id}`, { headers: { 'accept-language': language } })
      const [, main = ''] = /<main>(.*)<[/]main>/s.exec(response.body) ?? []
      return { ...response, main }
    }
    const { main, body, headers } = await open('en-GB,en;q=0.9')
    expect(main).toMatch(/>nelly<.*>UTC\+9<.*<time [^>]*translate="no"[^>]*>\d{1,2}:\d\d</s)
    expect(main).toMatch(/>\w+day<.*>Likely (?:awake|asleep|winding down)/s)
    expect(main).toContain('Time when this page was loaded')
    expect((await open('en-US')).main).toMatch(/>\d{1,2}:\d\d\s[AP]M</)
    expect((await open('de')).main).toMatch(/tag<.*ahrscheinlich.*Uhrzeit beim Laden der Seite/s)
    const [, style = ''] = /<style>(.*)<[/]style>/s.exec(body) ?? []
    expect(style).toContain('--sky-start:#')
    const digest = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';script-src 'self'/)
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${digest}'`)
  })

  test('says whether the person is available, if they have said so', async ({ api }) => {
    const id = await save(api, { timezone: 'Asia/Tokyo', availability: 'state' })
    expect((await api.request(`/u/${id}`)).body).toContain('>Away</p>')
    const all = 'mo,tu,we,th,fr,sa,su 00:00-24:00'
    const other = await save(api, { timezone: 'Asia/Tokyo', availability: `hours;${all}` })
    expect((await api.request(`/u/${other}`)).body).toContain('>Available</p>')
  })

  test('looks the same for somebody who is missing, private or deleted', async ({ api }) => {
    const ids = [await save(api, { timezone: 'Asia/Tokyo', visibility: 'private' })]
    ids.push(await save(api, { timezone: 'Asia/Tokyo' }))
    await api.client.deleteTimezone({ query: { user_id: ids[1] ?? '' } })
    const pages = await Promise.all(['nobody', ...ids].map((id) => api.request(`/u/${id}`)))
    expect(new Set(pages.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(pages[0]?.body).toContain('There’s no clock here')
    const policies = pages.map(({ headers }) => headers.get('content-security-policy'))
    expect(new Set(policies).size).toBe(1)
  })

  test('a record that is unlisted is shown, but not to search engines', async ({ api }) => {
    const id = await save(api, { timezone: 'Asia/Tokyo', visibility: 'unlisted' })
    const { status, body } = await api.request(`/u/${id}`)
    expect([status, body.includes('Tokyo, Japan'), body.includes('noindex')]).toEqual([200, true, true])
  })

  test('uses PUBLIC_URL for addresses, and none for a Host header that may be forged', async () => {
    await using api = await startTestApi({ PUBLIC_URL: 'https://time.example', AUTH: 'required' })
    const id = await save(api, { timezone: 'UTC' })
    const publicPage = (await api.request(`/u/${id}`, { headers: { host: 'time.example' } })).body
    expect(publicPage).toContain(`content="https://time.example/u/${id}/card.png"`)
    await using other = await startTestApi({ AUTH: 'required' })
    const another = await save(other, { timezone: 'UTC' })
    const forged = await other.request(`/u/${another}`, { headers: { host: 'evil.example' } })
    expect(forged.status).toBe(200)
    expect(forged.body).not.toContain('evil.example')
    expect(forged.body).not.toContain('og:image')
  })
})

test('names are text everywhere, whatever they contain', async ({ api }) => {
  const id = await save(api, { timezone: 'UTC', username: NASTY })
  for (const path of [`/u/${id}`, `/badge/${id}.svg`, `/embed/${id}`]) {
    const { body } = await api.request(path)
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;')
    expect(body).not.toContain('<script>alert')
  }
  const label = encodeURIComponent('"><script>')
  expect((await api.request(`/badge/${id}.svg?label=${label}`)).body).toContain('&quot;&gt;&lt;script&gt;')
  for (const path of [
    `/badge/${id}.svg?label=${'x'.repeat(41)}`,
    `/badge/${id}.svg?style=x`,
    `/embed/${id}?theme=x`,
  ])
    expect((await api.request(path)).status, path).toBe(400)
})

test('characters that XML forbids are left out of pictures', async ({ api }) => {
  const id = await save(api, { timezone: 'UTC', username: 'a\ufffeb' })
  const { body } = await api.request(`/badge/${id}.svg`)
  expect(body).toContain('>ab<')
  expect(body).not.toContain('\ufffe')
  expect((await api.request(`/u/${id}/card.png`)).status).toBe(200)
})

test('ids that nobody can have are missing like any other, and ids with any character work', async ({
  api,
}) => {
  const missing = await api.request('/u/nobody')
  expect(missing.status).toBe(404)
  expect(missing.headers.get('content-type')).toContain('text/html')
  for (const id of ['%00', '%E2%80%AE', 'a'.repeat(300), '..%2f..%2fetc', '%3Cscript%3E'])
    for (const path of pathsOf(id)) {
      const { status, body } = await api.request(path)
      expect([path, status]).toEqual([path, 404])
      if (path.startsWith('/u/') && !path.endsWith('png')) expect(body).toBe(missing.body)
    }
  const odd = 'a.svg/b?c d'
  await api.save('UTC', odd)
  for (const path of [encodeURIComponent(odd), toPathId(odd)].flatMap(pathsOf))
    expect([path, (await api.request(path)).status]).toEqual([path, 200])
})

test('HEAD and If-None-Match work on all four', async ({ api }) => {
  const id = await save(api, { timezone: 'Asia/Tokyo' })
  for (const path of pathsOf(id)) {
    const url = `${api.baseUrl}${path}`
    const full = await rawFetch(url)
    const head = await rawFetch(url, { method: 'HEAD' })
    expect([path, head.status, head.body]).toEqual([path, 200, ''])
    expect(head.headers.get('content-type')).toBe(full.headers.get('content-type'))
    const etag = head.headers.get('etag') ?? ''
    const again = await rawFetch(url, { headers: { 'if-none-match': `W/${etag}, "x"` } })
    // The minute may have ended in between.
    const isSame = again.headers.get('etag') === etag
    expect([path, again.status, again.body === '']).toEqual([path, isSame ? 304 : 200, isSame])
    expect((await rawFetch(url, { method: 'POST' })).status).toBe(405)
  }
})
