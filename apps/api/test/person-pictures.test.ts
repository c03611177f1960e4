import { expect } from 'vitest'
import { test } from './api-test.ts'
import { NASTY, pathsOf, save } from './person-paths.ts'
import { untilDrawn } from './raw-request.ts'
import { startTestApi } from './start-test-api.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47]

test('a badge and an embedded clock may be shown by any site, and run no foreign code', async ({ api }) => {
  const id = await save(api, { timezone: 'Asia/Tokyo' })
  const badge = await api.request(`/badge/${id}.svg?clock=12&label=now&style=flat-square`)
  expect(badge.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(badge.headers.get('access-control-allow-origin')).toBe('*')
  expect(badge.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(badge.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(badge.headers.get('cache-control')).toMatch(/^public, max-age=([1-5]?\d|60)$/)
  expect(badge.body).toMatch(/aria-label="now: \d{1,2}:\d\d\u00a0[AP]M · UTC\+9"/)
  expect(badge.body).not.toMatch(/<script|style=|href=/)

  const embed = await api.request(`/embed/${id}?theme=dark`)
  expect(embed.headers.get('content-security-policy')).toMatch(
    /^default-src 'none';style-src 'sha256-[^']+';script-src 'sha256-[^']+';.*frame-ancestors \*$/,
  )
  expect(embed.headers.has('x-frame-options')).toBe(false)
  expect(embed.setCookies).toEqual([])
  expect(Buffer.byteLength(embed.body)).toBeLessThan(10_000)
  expect(embed.body).not.toMatch(/src=|@import|url\(/)
  for (const path of [`/u/${id}`, `/badge/${id}.svg`, '/'])
    expect((await api.request(path)).headers.get('x-frame-options'), path).toBe('SAMEORIGIN')
})

test('a badge and an embedded clock say whether the person is available now, in the reader’s language', async ({
  api,
}) => {
  const [always, never, unknown] = [
    await save(api, { timezone: 'UTC', availability: 'hours;mo,tu,we,th,fr,sa,su 00:00-24:00' }),
    await save(api, { timezone: 'UTC', availability: 'state' }),
    await save(api, { timezone: 'UTC' }),
  ]
  const read = async (path: string) =>
    (await api.request(path, { headers: { 'accept-language': 'de' } })).body
  expect(await read(`/badge/${always}.svg`)).toMatch(/aria-label="nelly: \d\d:\d\d · UTC · erreichbar"/)
  expect(await read(`/badge/${never}.svg`)).toContain(' · UTC · außerhalb der Zeiten"')
  expect(await read(`/badge/${unknown}.svg`)).toMatch(/ · UTC"/)
  expect(await read(`/embed/${always}`)).toContain('<p>UTC · erreichbar</p>')
  // The page asks again, because its script knows only the clock.
  expect(await read(`/embed/${never}`)).toContain('<meta http-equiv="refresh" content="60">')
  expect(await read(`/embed/${unknown}`)).not.toContain('refresh')
})

test.for([
  ['en', /^\d{1,2}:\d\d\u00a0[AP]M$/],
  ['ja', /^午[前後]\d{1,2}:\d\d$/],
  ['ar', /^\d{1,2}:\d\d\u00a0[صم]$/],
  ['es', /^\d{1,2}:\d\d\u00a0[ap]\.\u00a0m\.$/],
] as const)('a clock of 12 hours is written as its reader does (%s)', async ([language, time], { api }) => {
  const id = await save(api, { timezone: 'Asia/Tokyo' })
  const read = async (path: string) =>
    (await fetch(`${api.baseUrl}${path}?clock=12`, { headers: { 'accept-language': language } })).text()
  const [, onBadge] = /aria-label="[^"]*: ([^·]+) ·/.exec(await read(`/badge/${id}.svg`)) ?? []
  const [, embedded] = /<time>(.*?)<\/time>/.exec(await read(`/embed/${id}`)) ?? []
  expect(onBadge).toMatch(time)
  expect(embedded).toMatch(time)
})

test.for([
  ['en-US', /^\d{1,2}:\d\d\u00a0[AP]M$/],
  ['en-GB', /^\d\d:\d\d$/],
  ['de', /^\d\d:\d\d$/],
  // In English, by the clock of the reader's region.
  ['nl-NL', /^\d\d:\d\d$/],
  ['ar-EG', /^\d{1,2}:\d\d\u00a0[صم]$/],
  // A proxy that fetches for everyone.
  [undefined, /^\d\d:\d\d$/],
] as const)(
  'a badge and an embedded clock have the hours of the reader’s language unless they are chosen (%s)',
  async ([language, time], { api }) => {
    const id = await save(api, { timezone: 'Asia/Tokyo' })
    const headers = language === undefined ? {} : { 'accept-language': language }
    const read = (path: string) => api.request(path, { headers })
    const [badge, embed] = [await read(`/badge/${id}.svg`), await read(`/embed/${id}`)]
    expect(/aria-label="[^"]*: ([^·]+) ·/.exec(badge.body)?.[1]).toMatch(time)
    expect(/<time>(.*?)<\/time>/.exec(embed.body)?.[1]).toMatch(time)
    for (const { headers } of [badge, embed]) expect(headers.get('vary')).toContain('Accept-Language')
    expect((await read(`/badge/${id}.svg?clock=24`)).body).toMatch(/: \d\d:\d\d ·/)
  },
)

test('a card is a 1200 × 630 PNG, the same for every reader and whatever the name is', async ({ api }) => {
  const fetchCard = async (username: string, language: string) => {
    const id = await save(api, { timezone: 'Asia/Tokyo', username })
    const headers = { 'accept-language': language }
    const drawn = await untilDrawn(() => fetch(`${api.baseUrl}/u/${id}/card.png`, { headers }))
    return Buffer.from(await drawn.arrayBuffer())
  }
  const cards = await Promise.all([fetchCard('nelly', 'en'), fetchCard('健二', 'ja'), fetchCard(NASTY, 'ar')])
  for (const png of cards) {
    expect([...png.subarray(0, 4)]).toEqual(PNG)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.byteLength).toBeLessThan(150_000)
    expect(png.equals(cards[0])).toBe(true)
  }
})

test('a card counts as ten reads, the others as one', async () => {
  await using api = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '100' })
  const leftAfter = async (path: string) => {
    await api.request(path)
    // One that is not public says what is left after it.
    return Number((await api.request('/get?id=1')).headers.get('ratelimit-remaining')) + 1
  }
  const left: number[] = []
  for (const path of pathsOf('nobody')) left.push(await leftAfter(path))
  expect(left).toEqual([99, 88, 86, 84])
})
