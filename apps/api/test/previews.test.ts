import { expect } from 'vitest'
import { test } from './api-test.ts'
import { NASTY, save } from './person-paths.ts'

const VIEWS = ['/', '/?ids=1,2&name=Team', '/meet', '/everyone', '/account', '/account/devices', '/privacy']
// What the services that show links read at most.
const READ_CHARACTERS = 32 * 1024

/** The tags of a page's head, by name. */
function tagsIn(body: string): Map<string, string> {
  const found = body
    .slice(0, READ_CHARACTERS)
    .matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(body) ?? []
  return new Map([['title', title], ...[...found].map(([, name = '', text = '']) => [name, text] as const)])
}

test.for(['*/*', undefined, 'text/html', 'image/*', 'text/html,application/json;q=0.9'])(
  'every page is HTML for whoever does not ask for JSON first (%s)',
  async (accept, { api }) => {
    const id = await save(api, { timezone: 'Asia/Tokyo' })
    for (const path of [...VIEWS, `/u/${id}`]) {
      const { status, headers } = await api.request(path, accept ? { headers: { accept } } : {})
      expect([status, headers.get('content-type')], path).toEqual([200, 'text/html; charset=utf-8'])
    }
  },
)

test.for(['application/json', 'application/json, text/plain, */*', 'application/json,text/html;q=0.5'])(
  'a program that asks for JSON first is told that a page is none (%s)',
  async (accept, { api }) => {
    const id = await save(api, { timezone: 'Asia/Tokyo' })
    for (const path of [...VIEWS, `/u/${id}`]) {
      const { status, body } = await api.request(path, { headers: { accept } })
      expect([status, JSON.parse(body).code], path).toEqual([404, 'no_such_route'])
    }
  },
)

test.for([
  ['en', 'Set your time zone once.', 'The local times of 3 people'],
  ['de', 'Speichere deine Zeitzone einmal.', 'Die Ortszeiten von 3 Personen'],
  ['ja', 'タイムゾーンを一度保存すれば', '3人の現地時刻'],
  ['ar', 'احفظ منطقتك الزمنية مرة واحدة', 'التوقيت المحلي لـ3 أشخاص'],
] as const)('a link to the start or to a group says so in %s', async ([language, start, group], { api }) => {
  const read = async (path: string) => {
    const { body, headers } = await api.request(path, {
      headers: { 'accept-language': language },
    })
    expect(headers.get('vary')).toContain('Accept-Language')
    expect(body).toMatch(new RegExp(`<html[^>]* lang="${language}"`))
    return tagsIn(body)
  }
  const [home, people] = [await read('/'), await read('/?ids=1,2,3&name=Team+%22A%22')]
  expect(home.get('og:title')).toBe('Timezone Registry')
  expect(home.get('og:description')).toContain(start)
  expect(home.get('og:image')).toBe(`${api.baseUrl}/icon-512.png`)
  expect(people.get('og:title')).toBe('Team &quot;A&quot;')
  expect(people.get('og:description')).toContain(group)
  expect(people.get('twitter:card')).toBe('summary')
})

test('a link to a meeting says who invites, when it is for them and in UTC, and has a picture', async ({
  api,
}) => {
  const by = await save(api, { timezone: 'Europe/Berlin', username: 'nelly' })
  const other = await save(api, { timezone: 'Asia/Tokyo', username: NASTY })
  const query = `?ids=${other},${by}&at=2027-03-29T13:00Z&minutes=30&by=${by}`
  const { body } = await api.request(`/meet${query}`, { headers: { 'accept-language': 'en-GB' } })
  const tags = tagsIn(body)
  expect(tags.get('og:title')).toContain('Meeting with nelly and &lt;script')
  expect(tags.get('og:description')).toMatch(
    /^Mon, 29 March 2027 · 15:00–15:30 · Berlin, Germany · Mon, 29 March 2027 · 13:00–13:30 · UTC · nelly invites you$/,
  )
  expect(tags.get('twitter:card')).toBe('summary_large_image')
  const image = (tags.get('og:image') ?? '').replaceAll('&amp;', '&')
  const picture = await fetch(image)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await picture.arrayBuffer()).byteLength).toBeLessThan(300_000)
})

test('a page to find a time, and one that links to a broken moment, are found, too', async ({ api }) => {
  for (const path of ['/meet', '/meet?at=29', '/meet?ids=%20&at=9999-01-01T00:00Z&at=1']) {
    const { status, body } = await api.request(path)
    expect([status, tagsIn(body).get('og:title')], path).toEqual([200, 'Find a time to meet'])
  }
})
