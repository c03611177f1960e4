import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { randomUser, type TestApi } from './start-test-api.ts'

describe('POST /set', () => {
  test('saves a new record and returns it', async ({ api }) => {
    const user = randomUser()
    const answer = await api.client.setTimezone({ body: { ...user, timezone: 'Europe/Berlin' } })

    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Timezone saved',
        user: { id: user.user_id, username: user.username },
        timezone: 'Europe/Berlin',
        canonical: 'Europe/Berlin',
      },
    })
    expect(answer.body).toHaveProperty('created_at', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/))
  })

  test('replaces a record: every set changes updated_at, and created_at stays', async ({ api }) => {
    const user = randomUser()
    const first = await set(api, { ...user, timezone: 'Asia/Tokyo' })
    const second = await set(api, { user_id: user.user_id, username: 'renamed', timezone: 'Asia/Tokyo' })
    const third = await set(api, { user_id: user.user_id, username: 'renamed', timezone: 'Asia/Tokyo' })

    expect(second.user.username).toBe('renamed')
    expect(new Set([first.created_at, second.created_at, third.created_at]).size).toBe(1)
    expect(Date.parse(String(second.updated_at))).toBeGreaterThan(Date.parse(String(first.updated_at)))
    expect(Date.parse(String(third.updated_at))).toBeGreaterThan(Date.parse(String(second.updated_at)))
  })

  test('moves updated_at forward even if the clock is behind it', async ({ api }) => {
    const user = randomUser()
    await set(api, { ...user, timezone: 'Asia/Tokyo' })
    const [row] = await api.execute(
      `update timezones set updated_at = now() + interval '1 hour' where user_id = '${user.user_id}' returning updated_at`,
    )
    const saved = await set(api, { ...user, timezone: 'Asia/Seoul' })
    expect(Date.parse(String(saved.updated_at))).toBeGreaterThan(Number(row?.updated_at))
  })

  test.for([
    ['europe/kiev', 'Europe/Kiev', 'Europe/Kyiv'],
    [' AFRICA/asmera ', 'Africa/Asmera', 'Africa/Asmara'],
    ['utc', 'UTC', 'Etc/UTC'],
    ['america/montreal', 'America/Montreal', 'America/Toronto'],
    ['Asia/Calcutta', 'Asia/Calcutta', 'Asia/Kolkata'],
  ])(
    'stores %j in IANA’s spelling, %s, and returns its canonical name %s',
    async ([sent = '', stored, canonical], { api }) => {
      const user = randomUser()
      expect(await set(api, { ...user, timezone: sent })).toMatchObject({ timezone: stored, canonical })
      expect(await get(api, user.user_id)).toMatchObject({ body: { timezone: stored, canonical } })
    },
  )

  test.for(['+05:30', 'PST', 'Foo9', 'posix/UTC', 'Factory'])(
    'refuses %s, which is not an IANA name',
    async (timezone, { api }) => {
      const user = randomUser()
      const answer = await api.client.setTimezone({ body: { ...user, timezone } })

      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_timezone', errors: [{ path: 'timezone' }] },
      })
      expect(answer.body).toHaveProperty('suggestions')
      expect(await get(api, user.user_id)).toMatchObject({ status: 404 })
    },
  )

  test('suggests a name for one that is misspelled', async ({ api }) => {
    const answer = await api.client.setTimezone({ body: { ...randomUser(), timezone: 'Europe/Berln' } })
    expect(answer.body).toHaveProperty('suggestions.0', 'Europe/Berlin')
    expect(answer.body).toHaveProperty('message', expect.stringContaining('Did you mean Europe/Berlin?'))
  })

  test('names every missing field together', async ({ api }) => {
    const answer = await api.client.setTimezone({ body: { timezone: 'Europe/Berlin' } })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: 'user_id' }, { path: 'username' }] },
    })
  })
})

describe('DELETE /delete', () => {
  test('removes a record, and succeeds a second time with deleted: false', async ({ api }) => {
    const user = randomUser()
    await set(api, { ...user, timezone: 'Europe/Berlin' })

    const first = await api.client.deleteTimezone({ query: { user_id: user.user_id } })
    expect(first).toMatchObject({ status: 200, body: { message: 'Timezone deleted', deleted: true } })
    expect(await get(api, user.user_id)).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'User not found' },
    })
    const second = await api.client.deleteTimezone({ query: { user_id: user.user_id } })
    expect(second).toMatchObject({ status: 200, body: { message: 'Timezone deleted', deleted: false } })
  })

  test('refuses a request that names no user', async ({ api }) => {
    const answer = await api.client.deleteTimezone({ query: {} })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: 'user_id' }] },
    })
  })
})

async function set(api: TestApi, body: { user_id: string; username: string; timezone: string }) {
  const answer = await api.client.setTimezone({ body })
  if (answer.status !== 200) throw new Error(`Set was refused: ${JSON.stringify(answer.body)}`)
  return answer.body
}

function get(api: TestApi, id: string) {
  return api.client.getTimezone({ query: { id } })
}
