import { describe, expect } from 'vitest'
import { createSender, summaryOf } from './key-sender.ts'
import { resetDiscord, signIn, test } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'
import { createTestKey, execute, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

describe('PUT /visibility', () => {
  test('changes nothing else: the times and the ETag stay, and a later set keeps it', async ({ api }) => {
    const writer = await createSender(api)
    const { user_id, username } = randomUser()
    const saved = await writer('POST', '/set', { user_id, username, timezone: 'UTC' })
    const { etag } = await writer('GET', `/get?id=${user_id}`)
    const hidden = await writer('PUT', '/visibility', { user_id, visibility: 'unlisted' })

    expect(hidden.status).toBe(200)
    expect(hidden.body).toEqual({ ...saved.body, message: 'Visibility saved', visibility: 'unlisted' })
    expect((await writer('GET', `/get?id=${user_id}`)).etag).toBe(etag)
    const again = await writer('POST', '/set', { user_id, username, timezone: 'Asia/Tokyo' })
    expect(again.body).toMatchObject({ timezone: 'Asia/Tokyo' })
    expect(await storedVisibility(api, user_id)).toBe('unlisted')
    expect((await writer('PUT', '/visibility', { user_id, visibility: 'public' })).status).toBe(200)
    await expect.poll(() => listed(api, user_id)).toBe(true)
  })

  test('writes nothing if the visibility is the same', async ({ api }) => {
    const writer = await createSender(api)
    const user = randomUser()
    await writer('POST', '/set', { ...user, timezone: 'UTC' })
    const version = () => api.execute(`select xmin from timezones where user_id = '${user.user_id}'`)
    const before = await version()
    const { status } = await writer('PUT', '/visibility', { ...id(user), visibility: 'public' })
    expect(status).toBe(200)
    expect(await version()).toEqual(before)
  })

  test('is conditional; a 412 hides what the caller may not see', async ({ api }) => {
    const [writer, admin] = [await createSender(api), await createSender(api, 'admin')]
    const user = randomUser()
    await writer('POST', '/set', { ...user, timezone: 'UTC' })
    const { etag } = await writer('GET', `/get?id=${user.user_id}`)
    const hide = { ...id(user), visibility: 'private' }
    expect((await writer('PUT', '/visibility', hide, { 'if-match': '"other"' })).status).toBe(412)
    expect((await writer('PUT', '/visibility', hide, { 'if-match': etag })).status).toBe(200)
    expect((await writer('GET', `/get?id=${user.user_id}`)).status, 'after it was cached').toBe(404)

    const set = { ...user, timezone: 'Asia/Tokyo' }
    for (const [method, path, body] of [
      ['POST', '/set', set],
      ['PUT', '/visibility', hide],
      ['DELETE', `/delete?user_id=${user.user_id}`, undefined],
    ] as const) {
      if (method !== 'PUT') {
        const refused = await writer(method, path, body, { 'if-none-match': '*' })
        expect([refused.status, refused.body.current, refused.etag]).toEqual([412, null, ''])
      }
      const shown = await admin(method, path, body, { 'if-none-match': '*' })
      expect([shown.status, shown.body.current.timezone, shown.etag]).toEqual([412, 'UTC', etag])
    }
  })

  test('treats a record that the caller may not see as if there were none', async ({ api }) => {
    const [writer, admin] = [await createSender(api), await createSender(api, 'admin')]
    const [user, nobody] = [randomUser(), randomUser()]
    await writer('POST', '/set', { ...user, timezone: 'UTC' })
    await writer('PUT', '/visibility', { ...id(user), visibility: 'private' })
    for (const visibility of ['public', 'private'])
      for (const headers of [{}, { 'if-none-match': '*' }, { 'if-match': '*' }]) {
        const hidden = await writer('PUT', '/visibility', { ...id(user), visibility }, headers)
        const missing = await writer('PUT', '/visibility', { ...id(nobody), visibility }, headers)
        expect(summaryOf(hidden)).toEqual(summaryOf(missing))
        expect(hidden.status).toBe(404)
      }
    expect(await storedVisibility(api, user.user_id)).toBe('private')
    const { status } = await admin('PUT', '/visibility', { ...id(user), visibility: 'public' })
    expect(status).toBe(200)
    await expect.poll(() => listed(api, user.user_id)).toBe(true)
  })
})

describe('a set with a visibility', () => {
  test('is never public for a moment, and a later set keeps it', async ({ api }) => {
    const writer = await createSender(api)
    const users = ['json', 'form', 'bulk', 'conditional'].map((name) => ({ ...randomUser(), username: name }))
    const [json, form, bulk, conditional] = users.map((user) => ({ ...user, timezone: 'UTC' }))
    const hidden = { visibility: 'private' }
    const { cursor } = (await writer('GET', '/changes?limit=1000')).body
    await writer('POST', '/set', { ...json, ...hidden })
    await api.request('/set', {
      method: 'POST',
      body: new URLSearchParams({ ...form, ...hidden }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Bearer ${(await createTestKey(api)).key}`,
      },
    })
    await writer('POST', '/bulk', { records: [{ ...bulk, ...hidden }] })
    await writer('POST', '/set', { ...conditional, ...hidden }, { 'if-none-match': '*' })
    const stored = () => Promise.all(users.map(({ user_id }) => storedVisibility(api, user_id)))
    expect(await stored()).toEqual(users.map(() => 'private'))
    expect((await writer('GET', `/changes?since=${cursor}`)).body.changes).toEqual([])

    // Those that arrive together share a statement, unless their visibility differs.
    await Promise.all(users.map((user) => writer('POST', '/set', { ...user, timezone: 'Asia/Tokyo' })))
    expect(await stored()).toEqual(users.map(() => 'private'))
    await writer('POST', '/set', { ...json, visibility: 'public' })
    expect(await stored(), 'its writer may not see it').toEqual(users.map(() => 'private'))
    await (await createSender(api, 'admin'))('POST', '/set', { ...json, visibility: 'public' })
    await expect.poll(() => listed(api, json?.user_id ?? '')).toBe(true)
    await writer('POST', '/set', { ...json, visibility: 'unlisted' }, { 'if-match': '*' })
    await expect.poll(() => listed(api, json?.user_id ?? '')).toBe(false)
  })

  test('keeps it although a set without one follows at once', async ({ api }) => {
    const writer = await createSender(api)
    const all = Array.from({ length: 30 }, () => ({ ...randomUser(), timezone: 'UTC' }))
    await Promise.all(
      all.flatMap((user) => [
        writer('POST', '/set', { ...user, timezone: 'Asia/Tokyo' }),
        writer('POST', '/set', { ...user, visibility: 'private' }),
        writer('POST', '/set', user),
      ]),
    )
    const rows = await Promise.all(all.map(({ user_id }) => storedVisibility(api, user_id)))
    expect(rows).toEqual(all.map(() => 'private'))
  })

  test('refuses another word', async ({ api }) => {
    const writer = await createSender(api)
    const wrong = { ...randomUser(), timezone: 'UTC', visibility: 'secret' }
    expect((await writer('POST', '/set', wrong)).body.errors).toMatchObject([{ path: 'visibility' }])
    const { results } = (await writer('POST', '/bulk', { records: [wrong] })).body
    expect(results).toMatchObject([{ status: 'refused', code: 'invalid_request' }])
  })
})

test('a person sees their private record immediately, and who sees it in /me', async ({ api, discord }) => {
  resetDiscord(discord)
  const browser = await signIn(api)
  const own = discord.user.id
  const me = async () => JSON.parse((await browser.fetch(`${api.baseUrl}/me`)).body)
  expect(await me()).toMatchObject({ timezone: null, visibility: null })
  await browser.fetch(`${api.baseUrl}/set`, { method: 'POST', body: { timezone: 'UTC' } })
  expect(await me()).toMatchObject({ timezone: 'UTC', visibility: 'public' })
  await browser.fetch(`${api.baseUrl}/visibility`, { method: 'PUT', body: { visibility: 'private' } })
  expect(await me()).toMatchObject({ timezone: 'UTC', visibility: 'private' })
  expect((await api.request(`/get?id=${own}`)).status).toBe(404)
  expect((await browser.fetch(`${api.baseUrl}/get?id=${own}`)).status).toBe(200)
})

test('DEFAULT_VISIBILITY applies to new records, whichever route creates them', async ({ discord }) => {
  resetDiscord(discord)
  await using api = await startTestApi({ AUTH: 'required', DEFAULT_VISIBILITY: 'private', ...discord.env })
  const [writer, browser] = [await createSender(api), await signIn(api)]
  const timezone = 'UTC'
  await writer('POST', '/set', { user_id: 'set', username: 'x', timezone })
  await writer('POST', '/set', { user_id: 'set if', username: 'x', timezone }, { 'if-none-match': '*' })
  await writer('POST', '/bulk', { records: [{ user_id: 'bulk', username: 'x', timezone }] })
  await browser.fetch(`${api.baseUrl}/api/user`, { method: 'PUT', body: { timezone } })
  const rows = await api.execute('select visibility from timezones')
  expect(rows.map(({ visibility }) => visibility)).toEqual(['private', 'private', 'private', 'private'])
})

function id({ user_id }: { user_id: string }) {
  return { user_id }
}

async function storedVisibility({ databaseUrl }: TestApi, userId: string): Promise<unknown> {
  const rows = await execute(databaseUrl, `select visibility from timezones where user_id = '${userId}'`)
  return rows[0]?.visibility
}

async function listed({ baseUrl }: TestApi, userId: string): Promise<boolean> {
  return userId in JSON.parse((await rawFetch(`${baseUrl}/list`)).body)
}
