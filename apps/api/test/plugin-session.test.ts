import { beforeEach, describe, expect } from 'vitest'
import { me, resetDiscord, signIn, test } from './login-setup.ts'
import { ok, PLUGIN, problemOf, summaryOf } from './plugin-requests.ts'
import { createTestKey } from './start-test-api.ts'

beforeEach<{ discord: Parameters<typeof resetDiscord>[0] }>(({ discord }) => resetDiscord(discord))

const OWN = { cacheControl: 'no-store', origin: 'https://discord.com' }

describe('with a session', () => {
  test('PUT saves, GET reads and DELETE removes the person’s own record', async ({ api, discord }) => {
    const browser = await signIn(api)
    const url = `${api.baseUrl}/api/user`
    const user = {
      userId: discord.user.id,
      timezoneId: 'Europe/Kiev',
      timezone: expect.stringMatching(/^\+[23]$/),
    }
    expect(JSON.parse((await browser.fetch(url, { headers: PLUGIN })).body).error).toBe('not_found')

    const put = await browser.fetch(url, {
      method: 'PUT',
      headers: PLUGIN,
      body: { timezone: 'europe/kiev' },
    })
    expect(summaryOf(put)).toEqual(ok(user, OWN))
    expect(put.headers.get('access-control-allow-credentials')).toBe('true')
    expect(JSON.parse((await browser.fetch(url, { headers: PLUGIN })).body)).toEqual(user)
    expect((await me(browser, api)).body.timezone).toBe('Europe/Kiev')

    for (const deleted of [true, false]) {
      const removed = await browser.fetch(url, { method: 'DELETE', headers: PLUGIN })
      expect(summaryOf(removed)).toEqual(ok({ deleted }, OWN))
    }
  })

  test.for([
    [{ timezone: 'Mars/Phobos' }, 'invalid_timezone'],
    [{ timezone: 'UTC', extra: 1 }, 'invalid_request'],
    [{}, 'invalid_request'],
  ] as const)('PUT %j is 400 %s', async ([body, error], { api }) => {
    const browser = await signIn(api)
    const answer = await browser.fetch(`${api.baseUrl}/api/user`, { method: 'PUT', headers: PLUGIN, body })
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, error])
  })

  test('GET /api returns whether there is one, in both spellings', async ({ api }) => {
    const browser = await signIn(api)
    const status = async (headers: Record<string, string>) =>
      JSON.parse((await browser.fetch(`${api.baseUrl}/api`, { headers })).body)
    expect(await status(PLUGIN)).toEqual({ loggedIn: true, logged_in: true })
    browser.cookies.clear()
    // Older builds send a token of the other service.
    expect(await status({ ...PLUGIN, authorization: 'eyJhbGciOi' })).toEqual({
      loggedIn: false,
      logged_in: false,
    })
  })
})

test('without a session, /api/user is 401 unauthorized, even with an API key', async ({ api }) => {
  const { key } = await createTestKey(api)
  for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
    const answer = await api.request('/api/user', { headers })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      401,
      problemOf(answer, {
        error: 'unauthorized',
        title: 'Unauthorized',
        status: 401,
        code: 'unauthenticated',
        message: 'You are not signed in.',
      }),
    ])
  }
})

test('GET /api/auth starts a login that ends on the page, and /api/auth/logout shows it', async ({ api }) => {
  const browser = await signIn(api)
  const login = await browser.fetch(`${api.baseUrl}/api/auth`)
  expect([login.status, login.headers.get('location')]).toEqual([302, '/auth/discord?redirect=/'])
  const logout = await browser.fetch(`${api.baseUrl}/api/auth/logout`)
  expect([logout.status, logout.headers.get('location')]).toEqual([302, '/'])
  expect((await me(browser, api)).status).toBe(200)
})
