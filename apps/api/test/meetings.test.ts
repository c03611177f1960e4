import { expect } from 'vitest'
import { resetDiscord, signIn, test } from './login-setup.ts'
import { save } from './person-paths.ts'
import type { TestApi } from './start-test-api.ts'

const AT = '2027-03-29T13:00Z'

/** The lines of a calendar file, unfolded, by their names. */
function read(body: string): Map<string, string> {
  const lines = body.replaceAll('\r\n ', '').split('\r\n')
  return new Map(lines.map((line) => line.split(/:(.*)/s) as unknown as [string, string]))
}

async function meet(api: TestApi, language = 'en-GB') {
  const by = await save(api, { timezone: 'Europe/Berlin', username: 'nelly' })
  const other = await save(api, { timezone: 'America/New_York', username: 'Maya; "M", \\ 健二' })
  const get = (path: string) => api.request(path, { headers: { 'accept-language': language } })
  return { by, other, get }
}

test('an event is the same for the same organizer, moment and people, and each file is newer than the one before', async ({
  api,
}) => {
  const { by, other, get } = await meet(api)
  const hidden = await save(api, { timezone: 'Asia/Tokyo', username: 'secret', visibility: 'private' })
  const of = async (query: string) => read((await get(`/meeting.ics?at=${AT}&${query}`)).body)
  const first = await of(`ids=${other},${by}&by=${by}`)
  const again = `ids=${by},${other}&by=${by}&name=Planning&minutes=30`
  // It counts seconds.
  await expect
    .poll(async () => Number((await of(again)).get('SEQUENCE')))
    .toBeGreaterThan(Number(first.get('SEQUENCE')))
  const same = await of(again)
  expect(same.get('UID')).toBe(first.get('UID'))
  expect(same.get('SUMMARY')).toBe('Planning')
  expect(same.get('DURATION')).toBe('PT30M')
  const others = [
    await of(`ids=${other},${by}&by=${other}`),
    await of(`ids=${by}&by=${by}`),
    await of(`ids=${other}&zone=Asia/Tokyo`),
    read((await get(`/meeting.ics?at=2027-03-29T13:15Z&ids=${other},${by}&by=${by}`)).body),
  ]
  const uids = new Set([first, ...others].map((event) => event.get('UID')))
  expect(uids.size).toBe(5)
  const withHidden = await get(`/meeting.ics?at=${AT}&ids=${hidden},${other}&by=${by}`)
  expect(withHidden.body).not.toContain('secret')
})

test('a calendar reads the file: CRLF, lines of at most 75 octets, escaped names', async ({ api }) => {
  const { by, other, get } = await meet(api)
  const name = '会議'.repeat(19)
  const { status, headers, body } = await get(
    `/meeting.ics?at=${AT}&ids=${other}&by=${by}&name=${encodeURIComponent(name)}`,
  )
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(headers.get('content-disposition')).toBe('attachment; filename="meeting.ics"')
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of body.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
  }
  const event = read(body)
  expect(event.get('DTSTART')).toBe('20270329T130000Z')
  expect(event.get('SUMMARY')).toBe(name)
  expect(event.get('DESCRIPTION')).toContain(String.raw`Maya\; "M"\, \\ 健二 (New York\, United States)`)
  expect(event.get('URL')).toContain(`${api.baseUrl}/meet?at=${AT}`)
  for (const at of ['', '?at=29', '?at=2027-02-30T10:00Z', '?at=2027-03-29', '?at=9999-01-01T00:00Z'])
    expect([400, 404], at).toContain((await get(`/meeting.ics${at}`)).status)
})

test('people without a record, whom the link names with their zones, are in the event', async ({ api }) => {
  const { by, get } = await meet(api)
  const ids = encodeURIComponent(`${by},@Europe/Lisbon Anna,@Asia/Tokyo,@Nowhere/Else Ben`)
  const event = read((await get(`/meeting.ics?at=${AT}&ids=${ids}&by=${by}`)).body)
  expect(event.get('SUMMARY')).toBe('Meeting with nelly and Anna')
  expect(event.get('DESCRIPTION')).toContain(String.raw`14:00–15:00 – Anna (Lisbon\, Portugal)`)
})

test('an event is in the language of the page, which may be another than the browser’s', async ({ api }) => {
  const { by, get } = await meet(api, 'ru')
  const of = async (query: string) =>
    read((await get(`/meeting.ics?at=${AT}&ids=${by}&by=${by}${query}`)).body)
  const [own, german, brazilian] = [await of(''), await of('&language=de'), await of('&language=pt-BR')]
  expect(german.get('SUMMARY')).toBe('Treffen: nelly')
  expect(german.get('DESCRIPTION')).toContain(
    String.raw`29. März 2027 · 15:00–16:00 – nelly (Berlin\, Deutschland)`,
  )
  expect(brazilian.get('SUMMARY')).toBe('Reunião com nelly')
  expect([german.get('UID'), german.get('URL')]).toEqual([own.get('UID'), own.get('URL')])
  expect((await of('&language=xx')).get('SUMMARY')).toBe(own.get('SUMMARY'))
})

test.for([
  ['en-GB', 'nelly invites you', 'Add to calendar', 'your time · Tokyo, Japan', '22:00–23:00'],
  ['de', 'nelly lädt dich ein', 'In den Kalender', 'deine Zeit · Tokio, Japan', '22:00–23:00'],
  ['es', 'nelly te invita', 'Añadir al calendario', 'tu hora · Tokio, Japón', '22:00–23:00'],
  ['fr', 'nelly vous invite', 'Ajouter à l’agenda', 'votre heure · Tokyo, Japon', '22:00–23:00'],
  ['pt-BR', 'nelly convida você', 'Adicionar à agenda', 'seu horário · Tóquio, Japão', '22:00–23:00'],
  ['ja', 'nelly さんからの招待', 'カレンダーに追加', 'あなたの時刻 · 東京', '22:00〜23:00'],
  [
    'ar',
    'دعوة من nelly',
    'إضافة إلى التقويم',
    'بتوقيتك · طوكيو',
    '\u206810:00\u2069–\u206811:00\u00a0م\u2069',
  ],
  ['ru', 'nelly приглашает вас', 'Добавить в календарь', 'ваше время · Токио', '22:00–23:00'],
] as const)(
  'without scripts, an invitation says who, when and how to keep it, for a reader whose zone is known in their time (%s)',
  async ([language, from, button, yours, span], { api, discord }) => {
    const { by, other, get } = await meet(api, language)
    const path = `/meet?at=${AT}&ids=${other},${by}&by=${by}`
    const main = ({ body }: { body: string }) => /<main>.*<\/main>/s.exec(body)?.[0] ?? ''
    const stranger = main(await get(path))
    for (const text of [from, button, 'UTC', 'Maya; &quot;M&quot;']) expect(stranger).toContain(text)
    expect(stranger).toContain(`href="/meeting.ics?at=${AT}&amp;ids=${other},${by}&amp;by=${by}"`)
    expect(stranger).not.toContain(yours)

    resetDiscord(discord)
    const browser = await signIn(api)
    await browser.fetch(`${api.baseUrl}/set`, { method: 'POST', body: { timezone: 'Asia/Tokyo' } })
    const own = await browser.fetch(api.baseUrl + path, { headers: { 'accept-language': language } })
    expect(main(own)).toContain(yours)
    expect(main(own)).toContain(`·</span> ${span}<`)
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
  },
)
