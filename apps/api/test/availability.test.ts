import { createClient } from '@timezone-registry/client'
import { describe, expect } from 'vitest'
import { createSender, summaryOf } from './key-sender.ts'
import { resetDiscord, signIn, test } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'
import { REQUESTS } from './route-requests.ts'
import { randomUser, startTestApi, type TestApi } from './start-test-api.ts'

const WORK = [{ days: ['mo', 'tu', 'we', 'th', 'fr'], from: '09:00', to: '17:00' }]
const ALWAYS = [{ days: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], from: '00:00', to: '24:00' }]

describe('PUT /availability', () => {
  test('saves merged hours, moves `updated_at` and the ETag, and a later set keeps them', async ({ api }) => {
    const { send, read, user_id, username } = await createPerson(api)
    const before = await read()
    expect(before.body.availability).toBeNull()
    const weekly = [
      { days: ['tu', 'mo'], from: '09:00', to: '12:00' },
      { days: ['mo', 'tu'], from: '11:00', to: '17:00' },
    ]
    const saved = await send('PUT', '/availability', { user_id, weekly, show: 'hours' })
    const merged = [{ days: ['mo', 'tu'], from: '09:00', to: '17:00' }]
    expect([saved.status, saved.body]).toEqual([
      200,
      { message: 'Availability saved', weekly: merged, show: 'hours' },
    ])

    const after = await read()
    expect(after.body).toEqual({
      ...before.body,
      availability: { weekly: merged },
      updated_at: after.body.updated_at,
    })
    expect(after.body.updated_at > before.body.updated_at).toBe(true)
    expect(after.etag).not.toBe(before.etag)
    const set = await send('POST', '/set', { user_id, username, timezone: 'Asia/Tokyo' })
    expect(Object.keys(set.body)).not.toContain('availability')
    expect((await read()).body).toMatchObject({ timezone: 'Asia/Tokyo', availability: { weekly: merged } })
    await send('POST', '/bulk', { records: [{ user_id, username, timezone: 'UTC' }] })
    expect((await read()).body).toMatchObject({ timezone: 'UTC', availability: { weekly: merged } })
  })

  test('writes nothing if it is the same', async ({ api }) => {
    const { send, read, user_id } = await createPerson(api)
    await send('PUT', '/availability', { user_id, weekly: WORK, show: 'hours' })
    const before = await read()
    expect((await send('PUT', '/availability', { user_id, weekly: WORK, show: 'hours' })).status).toBe(200)
    expect(await read()).toEqual(before)
    await send('PUT', '/availability', { user_id, weekly: WORK })
    expect((await read()).body.availability).toBeNull()
  })

  test('answers 404 without a record', async ({ api }) => {
    const { send } = await createPerson(api)
    const { status, body } = await send('PUT', '/availability', { user_id: 'nobody', weekly: WORK })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  const entry = { days: ['mo'], from: '09:00', to: '17:00' }
  const days = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
  const one = (part: object) => ({ weekly: [{ ...entry, ...part }] })
  const start = 'must be a time from 00:00 to 23:59'
  const end = 'must be a time from 00:00 to 24:00'
  test.for<[string, object, string, string]>([
    ['no week', {}, 'weekly', 'is required: a list of days and times'],
    ['15 entries', { weekly: Array(15).fill(entry) }, 'weekly', 'must be at most 14 entries'],
    ['an unknown key', one({ until: 'x' }), 'weekly.0', 'Unrecognized key: "until"'],
    ['no days', one({ days: [] }), 'weekly.0.days', 'must name at least one day'],
    [
      'a day twice',
      { weekly: [entry, { ...entry, days: ['mo', 'mo'] }] },
      'weekly.1.days',
      'must not repeat a day',
    ],
    ['another day', one({ days: ['mon'] }), 'weekly.0.days.0', `must be one of ${days.join(', ')}`],
    ['24:00 as the start', one({ from: '24:00' }), 'weekly.0.from', start],
    ['24:01', one({ to: '24:01' }), 'weekly.0.to', end],
    ['a line after the time', one({ to: '17:00\n' }), 'weekly.0.to', end],
    ['no end', one({ to: undefined }), 'weekly.0.to', 'is required: a time from 00:00 to 24:00'],
    ['another word', { weekly: [], show: 'all' }, 'show', 'must be state or hours'],
    ['another field', { weekly: [], timezone: 'UTC' }, '', 'Unrecognized key: "timezone"'],
  ])('answers 400 for %s', async ([, body, path, message], { api }) => {
    const { send, user_id } = await createPerson(api)
    const refused = await send('PUT', '/availability', { user_id, ...body })
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      400,
      'invalid_request',
      [{ path, message }],
    ])
  })

  test('names only some of thousands of invalid days', async ({ api }) => {
    const { send, user_id } = await createPerson(api)
    const refused = await send('PUT', '/availability', {
      user_id,
      weekly: [{ ...entry, days: Array(7000).fill(0) }],
    })
    expect([refused.status, refused.body.errors.length]).toEqual([400, 20])
    expect(refused.text.length).toBeLessThan(10_000)
  })

  test('takes the longest week there is', async ({ api }) => {
    const { send, read, user_id } = await createPerson(api)
    const weekly = Array.from({ length: 14 }, (_, hour) => ({
      days,
      from: `${String(hour).padStart(2, '0')}:00`,
      to: `${String(hour).padStart(2, '0')}:30`,
    }))
    expect((await send('PUT', '/availability', { user_id, weekly, show: 'hours' })).status).toBe(200)
    expect((await read()).body.availability).toEqual({ weekly })
  })

  test('is conditional, like the deletion', async ({ api }) => {
    const { send, read, user_id } = await createPerson(api)
    const { etag } = await read()
    const put = { user_id, weekly: WORK, show: 'hours' }
    const path = `/availability?user_id=${user_id}`
    const refused = await send('PUT', '/availability', put, { 'if-match': '"other"' })
    expect([refused.status, refused.etag, refused.body.current]).toEqual([412, etag, (await read()).body])
    expect((await send('PUT', '/availability', put, { 'if-none-match': '*' })).status).toBe(412)
    const outcomes = await Promise.all(
      ['09:00', '10:00', '11:00'].map((from) => {
        const weekly = [{ days: ['mo'], from, to: '17:00' }]
        return send('PUT', '/availability', { ...put, weekly }, { 'if-match': etag })
      }),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect((await send('DELETE', path, undefined, { 'if-match': etag })).status).toBe(412)
    const next = (await read()).etag
    expect((await send('DELETE', path, undefined, { 'if-match': next })).body.deleted).toBe(true)
  })
})

test('DELETE /availability keeps the record, and a second one succeeds and writes nothing', async ({
  api,
}) => {
  const { send, read, user_id } = await createPerson(api)
  await send('PUT', '/availability', { user_id, weekly: WORK, show: 'hours' })
  const before = await read()
  const remove = (id: string) => send('DELETE', `/availability?user_id=${id}`)
  const answer = (deleted: boolean) => ({ status: 200, body: { message: 'Availability deleted', deleted } })
  expect(await remove(user_id)).toMatchObject(answer(true))
  const after = await read()
  expect(after.body.availability).toBeNull()
  expect(after.body.updated_at > before.body.updated_at).toBe(true)
  expect(await remove(user_id)).toMatchObject(answer(false))
  expect(await read()).toEqual(after)
  expect(await remove('nobody')).toMatchObject(answer(false))
})

// With minutes that no clock shows while the test runs.
const minuteIn = (minutes: number) => String((new Date().getUTCMinutes() + minutes) % 60).padStart(2, '0')
const [FROM, TO] = [`03:${minuteIn(20)}`, `04:${minuteIn(40)}`]
// As hours, or as the start of a minute: not within the time of an answer, such as 10:03:17 or 03:17:42, or in its offset.
const HOURS = new RegExp(`(?<![\\d:+-])(?:${FROM}|${TO})(?::00(?:\\.0+)?)?(?![:.\\d])|weekly|"until"`)

describe('who sees an availability', () => {
  test('with hours: whoever sees the record, at any moment', async ({ api }) => {
    const { send, user_id } = await createPerson(api, 'Europe/Berlin')
    await send('PUT', '/availability', { user_id, weekly: WORK, show: 'hours' })
    const at = async (moment: string) => (await timeOf(api, user_id, `&at=${moment}`)).availability
    const year = new Date().getUTCFullYear() + 1
    const monday = new Date(Date.UTC(year, 6, 1))
    monday.setUTCDate(1 + ((8 - monday.getUTCDay()) % 7))
    const day = monday.toISOString().slice(0, 10)
    expect(await at(`${day}T08:00:00Z`)).toEqual({
      state: 'available',
      until: `${day}T15:00:00.000Z`,
      weekly: WORK,
    })
    expect(await at(`${day}T06:59:00Z`)).toMatchObject({ state: 'away', until: `${day}T07:00:00.000Z` })
    await send('PUT', '/availability', { user_id, weekly: ALWAYS, show: 'hours' })
    expect(await timeOf(api, user_id)).toMatchObject({
      availability: { state: 'available', until: null, weekly: ALWAYS },
    })
    await send('PUT', '/availability', { user_id, weekly: [], show: 'hours' })
    expect(await timeOf(api, user_id)).toMatchObject({
      availability: { state: 'away', until: null, weekly: [] },
    })
  })

  test('with state: no answer of any route has anything but the state now', async () => {
    // Without anybody who shows their hours.
    await using api = await startTestApi()
    const { send, read, user_id, username } = await createPerson(api, 'Europe/Berlin')
    const { cursor } = (await send('GET', '/changes?limit=1000')).body
    const weekly = [{ days: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], from: FROM, to: FROM }]
    const events = await openEvents(api, cursor)
    await send('PUT', '/availability', { user_id, weekly: [...weekly, ...ALWAYS] })
    // Whatever the time is, it is available now.
    expect((await timeOf(api, user_id)).availability).toEqual({ state: 'available' })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    for (const at of [
      tomorrow,
      new Date().toISOString(),
      `${tomorrow.slice(0, 16)}[Europe/Berlin]`,
      `${tomorrow.slice(0, 16)}&of=${user_id}`,
    ])
      expect((await timeOf(api, user_id, `&at=${at}`)).availability).toBeNull()
    const asked = await send('GET', `/time?ids=${user_id}`)
    expect(asked.cacheControl).toBe('no-store')

    await send('PUT', '/availability', { user_id, weekly: [{ ...WORK[0], from: FROM, to: TO }] })
    const answers = new Map<string, string>()
    const own = new Set(['setAvailability', 'deleteAvailability', 'getMe', 'exportOwnData'])
    const writes = new Set(['deleteTimezone', 'deleteTimezoneByPost', 'deleteOwnPluginUser', 'eraseOwnData'])
    for (const [route, requestOf] of Object.entries(REQUESTS)) {
      if (own.has(route) || writes.has(route)) continue
      const { path, method = 'GET', body } = requestOf(user_id)
      answers.set(
        route,
        (await send(method, path, body && { ...body, ...(route === 'setTimezone' && { username }) })).text,
      )
    }
    await send('POST', '/set', { user_id, username, timezone: 'UTC', visibility: 'public' })
    answers.set('search', (await send('GET', `/search?name=${encodeURIComponent(username)}`)).text)
    answers.set('changes', (await send('GET', `/changes?since=${cursor}&limit=1000`)).text)
    answers.set(
      '412',
      (await send('POST', '/set', { user_id, username, timezone: 'UTC' }, { 'if-match': '"x"' })).text,
    )
    answers.set('events', await events.until((text) => new RegExp(`${user_id}.*UTC`).test(text)))
    expect(answers.size).toBeGreaterThan(40)
    expect(answers.get('search')).toContain(user_id)
    expect(answers.get('changes')).toContain(user_id)
    for (const [route, text] of answers) {
      // They contain nothing about anybody.
      if (route === 'getOpenApi' || route === 'listTransitions') continue
      expect(text, route).not.toMatch(HOURS)
      if (route !== 'getTimes') expect(text, route).not.toMatch(/"state"|"away"/)
    }
    expect((await read()).body.availability).toBeNull()
  })

  test('nobody but those who see the record', async ({ api }) => {
    const { send, read, user_id } = await createPerson(api)
    const admin = await createSender(api, 'admin')
    await send('PUT', '/availability', { user_id, weekly: ALWAYS, show: 'hours' })
    const shown = { availability: { weekly: ALWAYS } }
    await send('PUT', '/visibility', { user_id, visibility: 'unlisted' })
    expect((await read()).body).toMatchObject(shown)
    expect(await timeOf(api, user_id)).toMatchObject({ availability: { state: 'available' } })
    await send('PUT', '/visibility', { user_id, visibility: 'private' })
    expect((await read()).status).toBe(404)
    expect(await timeOf(api, user_id)).toBeUndefined()
    expect((await admin('GET', `/get?id=${user_id}`)).body).toMatchObject(shown)

    for (const headers of [{}, { 'if-match': '*' }, { 'if-none-match': '*' }]) {
      const put = (id: string) => send('PUT', '/availability', { user_id: id, weekly: [] }, headers)
      const remove = (id: string) => send('DELETE', `/availability?user_id=${id}`, undefined, headers)
      for (const write of [put, remove])
        expect(summaryOf(await write(user_id))).toEqual(summaryOf(await write('nobody')))
    }
    expect((await admin('GET', `/get?id=${user_id}`)).body).toMatchObject(shown)
    expect((await admin('DELETE', `/availability?user_id=${user_id}`)).body.deleted).toBe(true)
  })

  test('the person, in /me and in their export, until they erase it', async ({ api, discord }) => {
    resetDiscord(discord)
    const browser = await signIn(api)
    const call = async (path: string, method = 'GET', body?: object) =>
      JSON.parse((await browser.fetch(`${api.baseUrl}${path}`, { method, body })).body)
    expect((await call('/me')).availability).toBeNull()
    await call('/set', 'POST', { timezone: 'UTC' })
    expect(await call('/availability', 'PUT', { weekly: WORK })).toMatchObject({ show: 'state' })
    expect((await call('/me')).availability).toEqual({ weekly: WORK, show: 'state' })
    expect((await call('/me/export')).record.availability).toEqual({ weekly: WORK, show: 'state' })
    expect(await call('/availability', 'DELETE')).toEqual({ message: 'Availability deleted', deleted: true })
    expect((await call('/me')).availability).toBeNull()
    await call('/availability', 'PUT', { weekly: WORK })
    await call('/me/erase', 'POST')
    expect(await api.execute(`select from timezones where user_id = '${discord.user.id}'`)).toEqual([])
  })
})

test('a copy of the registry has the hours of those who show them, from the start and with each change', async ({
  api,
}) => {
  const [shows, hides] = [await createPerson(api), await createPerson(api)]
  await shows.send('PUT', '/availability', { user_id: shows.user_id, weekly: WORK, show: 'hours' })
  await shows.send('PUT', '/availability', { user_id: hides.user_id, weekly: WORK })
  const mirror = await createClient(api).mirror({ availability: true })
  const plain = await createClient(api).mirror()
  const copied = (id: string) => mirror.users.get(id)
  expect(copied(shows.user_id)?.availability).toEqual({ weekly: WORK })
  expect(copied(hides.user_id)).toEqual({ username: hides.username, timezone: 'UTC' })
  await shows.send('DELETE', `/availability?user_id=${shows.user_id}`)
  await expect.poll(() => copied(shows.user_id)).not.toHaveProperty('availability')
  await shows.send('PUT', '/availability', { user_id: shows.user_id, weekly: ALWAYS, show: 'hours' })
  await expect.poll(() => copied(shows.user_id)?.availability).toEqual({ weekly: ALWAYS })
  expect(plain.users.get(shows.user_id)).toEqual({ username: shows.username, timezone: 'UTC' })
  mirror.close()
  plain.close()
})

/** A user with a record, and a program with an API key that may write. */
async function createPerson(api: TestApi, timezone = 'UTC') {
  const user = randomUser()
  const send = await createSender(api)
  await send('POST', '/set', { ...user, timezone })
  return { ...user, send, read: () => send('GET', `/get?id=${user.user_id}`) }
}

async function timeOf({ baseUrl }: TestApi, userId: string, query = '') {
  return JSON.parse((await rawFetch(`${baseUrl}/time?ids=${userId}${query}`)).body).users[userId]
}

/** What the event stream sends after a cursor. */
async function openEvents({ baseUrl }: TestApi, cursor: string) {
  const answer = await fetch(`${baseUrl}/events?since=${cursor}`)
  return {
    until: async (isEnough: (text: string) => boolean): Promise<string> => {
      let text = ''
      for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        text += chunk
        if (isEnough(text)) break
      }
      return text
    },
  }
}
